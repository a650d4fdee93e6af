import { DataTable, type Column } from '../../ui/data-table.tsx'
import { operatorCopy } from '../copy.ts'
import { showInstant } from '../parts/instants.ts'
import { useMemberSecurityEventsInfiniteQuery, type SecurityEvent } from './api.ts'
import { memberCopy } from './member-copy.ts'

const text = memberCopy
const common = operatorCopy.common

export function SecurityEvents({ member }: { member: number }) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useMemberSecurityEventsInfiniteQuery({ id: member })
  const rows = data?.pages.flatMap(({ events }) => events)
  return (
    <DataTable
      caption={text.securityEvents}
      columns={COLUMNS}
      rows={rows}
      // Rows have no id, but counted from the oldest their order never changes.
      rowKey={({ at, kind }, index) => `${at} ${kind} ${(rows?.length ?? 0) - index}`}
      emptyText={text.noSecurityEvents}
      failure={{ isError, onRetry: refetch }}
      more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
    />
  )
}

const COLUMNS: Column<SecurityEvent>[] = [
  { heading: common.date, cell: ({ at }) => showInstant(at), breaks: 'moment', card: 'value' },
  {
    heading: text.description,
    cell: ({ description, country }) => (country === undefined ? description : `${description}: ${country}`),
    breaks: 'prose',
    card: 'title',
  },
  { heading: text.device, cell: ({ device }) => device ?? common.none, breaks: 'name', card: 'labelled' },
  { heading: text.from, cell: ({ network }) => network ?? common.none, card: 'labelled' },
]
