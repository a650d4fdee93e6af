import type { ReplyOf } from '@trefoil/contract/route'
import type { transferHistory } from '@trefoil/contract/transfers'
import { showDate } from '../../lib/formats.ts'
import { useTransfersInfiniteQuery } from '../../lib/money-api.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Money } from '../../ui/money.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import styles from '../../ui/money-screen.module.css'
import { transferCopy } from './copy.ts'
import { TransferExport } from './transfer-export.tsx'

type Transfer = ReplyOf<typeof transferHistory>['data']['transfers'][number]
const text = transferCopy

export function TransferHistory() {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useTransfersInfiniteQuery()
  return (
    <DataTable
      caption={text.historyTab}
      columns={COLUMNS}
      rows={data?.pages.flatMap(({ transfers }) => transfers)}
      rowKey={({ _id, direction }) => `${_id} ${direction}`}
      emptyText={text.historyEmpty}
      failure={{ isError, onRetry: refetch }}
      csv={<TransferExport />}
      more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
      wide
    />
  )
}

/** The column speaks of recipients; where the other side is not one, it is said. */
const ROLE: Record<Transfer['direction'], string | null> = { sent: null, received: text.sender, own: text.yourself }

const COLUMNS: Column<Transfer>[] = [
  { heading: text.transferId, cell: ({ counterpart }) => <MiddleTruncated text={counterpart.id} />, card: 'labelled' },
  {
    heading: text.recipientName,
    cell: ({ counterpart, direction }) => (
      <>
        {counterpart.name}
        {ROLE[direction] ? <span className={styles.hint}> ({ROLE[direction]})</span> : null}
      </>
    ),
    breaks: 'name',
    card: 'title',
  },
  {
    heading: text.recipientEmail,
    cell: ({ counterpart }) => <MiddleTruncated text={counterpart.email} />,
    card: 'labelled',
  },
  { heading: text.date, cell: ({ created_at }) => showDate(created_at) },
  { heading: text.amount, cell: (transfer) => <SignedAmount {...transfer} />, align: 'end', card: 'value' },
  { heading: text.status, cell: () => <StatusDot tone="positive">{text.completed}</StatusDot> },
]

function SignedAmount({ amount, direction }: Transfer) {
  return <Money amount={direction === 'sent' ? -amount : amount} signed={direction !== 'own'} />
}
