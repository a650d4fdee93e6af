import IconFileText from '~icons/tabler/file-text'
import { useState } from 'react'
import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { useTransactionsInfiniteQuery } from '../../lib/transactions-api.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { transactionColumns, useTransactionFile } from '../../ui/transaction-cells.tsx'
import { statementCopy } from './statement-copy.ts'
import { StatementSheet } from './statement-sheet.tsx'

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
      emptyHint={text.recentHint}
      failure={{ isError, onRetry: refetch }}
      csv={useTransactionFile('all')}
      tools={<StatementButton />}
      more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
    />
  )
}

function StatementButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileText size={18} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {statementCopy.button}
      </Button>
      {isOpen ? <StatementSheet onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
