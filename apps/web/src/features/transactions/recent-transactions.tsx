import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { useTransactionsInfiniteQuery } from '../../lib/transactions-api.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { transactionColumns, useTransactionFile } from '../../ui/transaction-cells.tsx'

const text = dashboardCopy.transactions
const COLUMNS = Object.values(transactionColumns)

export function RecentTransactions() {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useTransactionsInfiniteQuery('all')
  return (
    <DataTable
      caption={text.recent}
      columns={COLUMNS}
      rows={data?.pages.flatMap(({ transactions }) => transactions)}
      rowKey={({ _id }) => _id}
      emptyText={text.recentEmpty}
      failure={{ isError, onRetry: refetch }}
      csv={useTransactionFile('all')}
      more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
    />
  )
}
