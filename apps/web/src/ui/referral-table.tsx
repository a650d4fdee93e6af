import type { Referral } from '@trefoil/contract/network'
import { useState } from 'react'
import { dashboardCopy } from '../lib/dashboard-copy.ts'
import { everyPage } from '../lib/every-page.ts'
import { referralsApi, useReferralsInfiniteQuery } from '../lib/referrals-api.ts'
import { READ_ONCE, useReader } from '../lib/use-reader.ts'
import { DataTable, type Column } from './data-table.tsx'
import { Email } from './email.tsx'
import { Explained } from './explained.tsx'
import { StatusDot } from './status-dot.tsx'
import { positionWord } from '../lib/server-words.ts'

const text = dashboardCopy.referralActivity
type ReferralTableProps = {
  caption?: string
  /** A long list opens on demand, because other blocks follow on the same screen. */
  firstRows?: number
}

/** Who joined with the member's own code. */
export function ReferralTable({ caption = text.title, firstRows = 10 }: ReferralTableProps) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useReferralsInfiniteQuery()
  const read = useReader()
  const [all, setAll] = useState(false)
  const rows = data?.pages.flatMap(({ referrals }) => referrals)
  const hidden = !all && (rows?.length ?? 0) > firstRows
  return (
    <DataTable
      caption={caption}
      columns={COLUMNS}
      rows={hidden ? rows?.slice(0, firstRows) : rows}
      rowKey={({ referral_code }) => referral_code}
      emptyText={text.empty}
      emptyHint={text.emptyHint}
      failure={{ isError, onRetry: refetch }}
      more={{
        hasMore: hidden || hasNextPage,
        isLoading: isFetchingNextPage,
        onMore: () => (hidden ? setAll(true) : fetchNextPage()),
      }}
      csv={{
        fileName: 'trefoil-referrals',
        parts: () =>
          everyPage(
            (query) => read(referralsApi.endpoints.referralsPage.initiate(query, READ_ONCE)),
            ({ referrals }) => referrals,
          ),
      }}
      wide
    />
  )
}

const COLUMNS: Column<Referral>[] = [
  { heading: text.serial, cell: (_referral, index) => index + 1, card: 'none', csv: (_referral, number) => number },
  { heading: text.name, cell: ({ name }) => name, breaks: 'name', card: 'title', csv: ({ name }) => name },
  { heading: text.email, cell: ({ email }) => <Email of={email} />, csv: ({ email }) => email },
  {
    heading: text.position,
    cell: ({ team_tree }) => <span className="capitalised">{positionWord(team_tree.position)}</span>,
    card: 'labelled',
    csv: ({ team_tree }) => team_tree.position,
  },
  {
    heading: text.status,
    cell: ({ status }) => (
      <StatusDot tone={status === 'active' ? 'positive' : 'calm'}>{text.statuses[status]}</StatusDot>
    ),
    card: 'value',
    csv: ({ status }) => status,
  },
  {
    heading: text.code,
    cell: ({ referral_code }) => <code>{referral_code}</code>,
    card: 'labelled',
    csv: ({ referral_code }) => referral_code,
  },
  {
    heading: text.stage,
    cell: ({ stage, referral_code }) => (
      <Explained figure="member_stage" of={{ member: referral_code }}>
        {text.stageNumber(stage)}
      </Explained>
    ),
    card: 'labelled',
    csv: ({ stage }) => stage,
  },
  { heading: text.joined, only: 'csv', csv: ({ joined }) => joined },
]
