import type { ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { dashboardCopy } from '../lib/dashboard-copy.ts'
import { selectStream } from '../lib/live.ts'
import { useMarked } from '../lib/marked.ts'
import { transactionRenewalMs } from '../lib/transaction-renewal.ts'
import { useTransactionsInfiniteQuery, type Transaction } from '../lib/transactions-api.ts'
import { DataTable, type Column } from './data-table.tsx'
import { MiddleTruncated } from './middle-truncated.tsx'
import { Status, transactionColumns, useTransactionFile } from './transaction-cells.tsx'

const text = dashboardCopy.transactions

type TransactionTableProps = {
  type: Transaction['type']
  /** Below the status of a pending transaction. */
  progress: (transaction: Transaction) => ReactNode
}

/** The recent transactions of one kind. */
export function TransactionTable({ type, progress }: TransactionTableProps) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useTransactionsInfiniteQuery(type)
  const rows = data?.pages.flatMap(({ transactions }) => transactions)
  const stream = useSelector(selectStream)
  useTransactionsInfiniteQuery(type, {
    pollingInterval: transactionRenewalMs({ type, rows, stream }),
    skipPollingIfUnfocused: true,
  })
  return (
    <DataTable
      caption={text.recent}
      columns={columnsWith(progress)}
      rows={rows}
      rowKey={({ _id }) => _id}
      isMarked={useMarked()}
      emptyText={text.ofOneKindEmpty}
      emptyHint={text.ofOneKindHints[type]}
      failure={{ isError, onRetry: refetch }}
      csv={useTransactionFile(type)}
      wide
      more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
    />
  )
}

const columnsWith = (progress: TransactionTableProps['progress']): Column<Transaction>[] => [
  {
    heading: text.id,
    cell: ({ _id }) => <MiddleTruncated text={_id} />,
    card: 'labelled',
    csv: ({ _id }) => _id,
  },
  transactionColumns.type,
  transactionColumns.date,
  transactionColumns.amount,
  {
    ...transactionColumns.status,
    cell: (transaction) => (
      <>
        <Status status={transaction.status} />
        {progress(transaction)}
      </>
    ),
    breaks: 'prose',
  },
  transactionColumns.address,
  transactionColumns.onChain,
]
