import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { activityHistory } from '@trefoil/contract/activities'
import type { ReplyOf } from '@trefoil/contract/route'
import { activitiesApi, useActivitiesInfiniteQuery } from '../lib/activities-api.ts'
import { signedAmount } from '../lib/amounts.ts'
import { dashboardCopy } from '../lib/dashboard-copy.ts'
import { everyPage } from '../lib/every-page.ts'
import { showDate } from '../lib/formats.ts'
import { textsFrom } from '../lib/language.ts'
import { MARKED } from '../lib/marked.ts'
import { READ_ONCE, useReader } from '../lib/use-reader.ts'
import { DataTable, type Column } from './data-table.tsx'
import { Explained } from './explained.tsx'
import { Money } from './money.tsx'
import { TypeIcon } from './type-icon.tsx'
import { typeWord } from '../lib/server-words.ts'

type Activity = ReplyOf<typeof activityHistory>['data']['activities'][number]
const text = dashboardCopy.activities

type ActivityTableProps = { caption: string; emptyText: string; emptyHint: string; rowsMax?: number; tools?: ReactNode }

/** What happened to the account. With `rowsMax` only the newest rows; otherwise all of them, also as a file. */
export function ActivityTable({ caption, emptyText, emptyHint, rowsMax, tools }: ActivityTableProps) {
  const read = useReader()
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useActivitiesInfiniteQuery()
  const rows = data?.pages.flatMap(({ activities }) => activities)
  return (
    <DataTable
      caption={caption}
      columns={COLUMNS}
      rows={rowsMax === undefined ? rows : rows?.slice(0, rowsMax)}
      // Rows have no id, but counted from the oldest their order never changes.
      rowKey={({ created_at, description, metadata }, index) =>
        `${created_at} ${description} ${metadata.amount} ${(rows?.length ?? 0) - index}`
      }
      emptyText={emptyText}
      emptyHint={emptyHint}
      tools={tools}
      csv={
        rowsMax === undefined
          ? {
              fileName: 'trefoil-activity',
              parts: () =>
                everyPage(
                  (query) => read(activitiesApi.endpoints.activitiesPage.initiate(query, READ_ONCE)),
                  ({ activities }) => activities,
                ),
            }
          : undefined
      }
      failure={{ isError, onRetry: refetch }}
      more={
        rowsMax === undefined
          ? { hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }
          : undefined
      }
      skeletonRows={rowsMax ?? 5}
    />
  )
}

const HISTORIES: Record<string, string> = {
  Donation: '/dashboard/donate?',
  Transfer: '/dashboard/fund-transfer?tab=history&',
}

/** What was reversed, in its own history. */
function OriginalLink({ type, _id }: NonNullable<Activity['metadata']['reversal_of']>) {
  const history = HISTORIES[type]
  if (_id === null || history === undefined) return null
  return <Link to={`${history}${MARKED}=${encodeURIComponent(_id)}`}>{text.original}</Link>
}

function Amount(metadata: Activity['metadata']) {
  const { place, direction } = metadata
  const shown = <Money amount={signedAmount(metadata)} signed={direction === 'in' || direction === 'out'} />
  return place ? (
    <Explained figure="entry" of={place}>
      {shown}
    </Explained>
  ) : (
    <span data-no-money>{shown}</span>
  )
}

/** In English, in the server's own words. */
const translations = await textsFrom(() => import('../lib/activity-copy.ts'))

const describe = ({ code = '', params = {}, description, metadata: { reversed } }: Activity): string =>
  translations?.activityIn(code, params, reversed === true) ?? description

const COLUMNS: Column<Activity>[] = [
  {
    heading: text.date,
    cell: ({ icon, created_at }) => <TypeIcon icon={icon}>{showDate(created_at)}</TypeIcon>,
    card: 'detail',
    csv: ({ created_at }) => created_at,
  },
  {
    heading: text.description,
    cell: (activity) => {
      const { reversal_of: original } = activity.metadata
      return (
        <>
          <bdi>{describe(activity)}</bdi> {original ? <OriginalLink {...original} /> : null}
        </>
      )
    },
    breaks: 'prose',
    card: 'title',
    csv: describe,
  },
  { heading: text.type, cell: ({ type }) => typeWord(type), csv: ({ type }) => type },
  {
    heading: text.amount,
    cell: ({ metadata }) => <Amount {...metadata} />,
    align: 'end',
    card: 'value',
    csv: ({ metadata }) => signedAmount(metadata),
  },
]
