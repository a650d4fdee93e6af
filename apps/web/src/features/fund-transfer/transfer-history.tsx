import type { ReplyOf } from '@trefoil/contract/route'
import type { transferHistory } from '@trefoil/contract/transfers'
import { everyPage } from '../../lib/every-page.ts'
import { showDate } from '../../lib/formats.ts'
import { useMarked } from '../../lib/marked.ts'
import { READ_ONCE, useReader } from '../../lib/use-reader.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Email } from '../../ui/email.tsx'
import { Explained } from '../../ui/explained.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Money } from '../../ui/money.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import styles from '../../ui/money-screen.module.css'
import { transferApi, useTransfersInfiniteQuery } from './api.ts'
import { transferCopy } from './copy.ts'

type Transfer = ReplyOf<typeof transferHistory>['data']['transfers'][number]
const text = transferCopy

export function TransferHistory() {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useTransfersInfiniteQuery()
  const read = useReader()
  return (
    <DataTable
      caption={text.historyTab}
      columns={COLUMNS}
      rows={data?.pages.flatMap(({ transfers }) => transfers)}
      rowKey={({ _id, direction }) => `${_id} ${direction}`}
      isMarked={useMarked()}
      emptyText={text.historyEmpty}
      emptyHint={text.historyHint}
      failure={{ isError, onRetry: refetch }}
      csv={{
        fileName: 'trefoil-transfers',
        parts: () =>
          everyPage(
            (query) => read(transferApi.endpoints.transfersPage.initiate(query, READ_ONCE)),
            ({ transfers }) => transfers,
          ),
      }}
      more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
      wide
    />
  )
}

/** The column is about recipients, so a sender is marked as such. */
const ROLE: Record<Transfer['direction'], string | null> = { sent: null, received: text.sender, own: text.yourself }

const COLUMNS: Column<Transfer>[] = [
  {
    heading: text.transferId,
    cell: ({ counterpart }) => <MiddleTruncated text={counterpart.id} />,
    card: 'labelled',
    csv: ({ counterpart }) => counterpart.id,
  },
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
    csv: ({ counterpart }) => counterpart.name,
  },
  {
    heading: text.recipientEmail,
    cell: ({ counterpart }) => <Email of={counterpart.email} />,
    card: 'labelled',
    csv: ({ counterpart }) => counterpart.email,
  },
  { heading: text.date, cell: ({ created_at }) => showDate(created_at), csv: ({ created_at }) => created_at },
  {
    heading: text.amount,
    cell: ({ _id, ...transfer }) => (
      <Explained figure="transfer" of={{ transfer: _id }}>
        <Money amount={signed(transfer)} signed={transfer.direction !== 'own'} />
      </Explained>
    ),
    align: 'end',
    card: 'value',
    csv: (transfer) => signed(transfer),
  },
  {
    heading: text.status,
    cell: ({ status }) => <StatusDot tone={status === 'reversed' ? 'calm' : 'positive'}>{text[status]}</StatusDot>,
    csv: ({ status }) => status,
  },
  { heading: text.direction, only: 'csv', csv: ({ direction }) => direction },
]

const signed = ({ amount, direction }: Pick<Transfer, 'amount' | 'direction'>): number =>
  direction === 'sent' ? -amount : amount
