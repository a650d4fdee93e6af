import type { donationHistory } from '@trefoil/contract/donations'
import type { ReplyOf } from '@trefoil/contract/route'
import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { showDate } from '../../lib/formats.ts'
import { useDonationsInfiniteQuery } from '../../lib/money-api.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Money } from '../../ui/money.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { TypeIcon } from '../../ui/type-icon.tsx'
import { donateCopy } from './copy.ts'
import { DonationExport } from './donation-export.tsx'

const text = donateCopy
const heads = dashboardCopy.transactions

export function DonationTable() {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useDonationsInfiniteQuery()
  return (
    <DataTable
      caption={text.recent}
      columns={COLUMNS}
      rows={data?.pages.flatMap(({ donations }) => donations)}
      rowKey={({ _id }) => _id}
      emptyText={text.empty}
      failure={{ isError, onRetry: refetch }}
      csv={<DonationExport />}
      wide
      more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
    />
  )
}

const COLUMNS: Column<ReplyOf<typeof donationHistory>['data']['donations'][number]>[] = [
  { heading: heads.id, cell: ({ _id }) => <MiddleTruncated text={_id} />, card: 'labelled' },
  { heading: heads.type, cell: ({ type, icon }) => <TypeIcon icon={icon}>{type}</TypeIcon>, card: 'title' },
  { heading: heads.date, cell: ({ created_at }) => showDate(created_at) },
  { heading: heads.amount, cell: ({ amount }) => <Money amount={-amount} signed />, align: 'end', card: 'value' },
  { heading: heads.status, cell: ({ status }) => <StatusDot tone="positive">{capitalised(status)}</StatusDot> },
]

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
