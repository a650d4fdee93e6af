import { dashboardCopy } from '../lib/dashboard-copy.ts'
import { exportApi } from '../lib/export-api.ts'
import type { Transaction } from '../lib/money-api.ts'
import { transactionStatus } from '../lib/transaction-status.ts'
import { READ_ONCE, useReader } from '../lib/use-reader.ts'
import { HistoryExport, type CsvColumn } from './history-export.tsx'

const text = dashboardCopy.transactions

/** All transactions, or all of one kind. */
export function TransactionExport({ type }: { type?: Transaction['type'] }) {
  const read = useReader()
  return (
    <HistoryExport
      of={text.recent}
      fileName={text.files[type ?? 'all']}
      columns={COLUMNS}
      readPage={async (page) => {
        const query = type === undefined ? page : { ...page, type }
        const { transactions, next_cursor } = await read(
          exportApi.endpoints.transactionsPage.initiate(query, READ_ONCE),
        )
        return { rows: transactions, next_cursor }
      }}
    />
  )
}

const COLUMNS: CsvColumn<Transaction>[] = [
  { heading: text.id, value: ({ _id }) => _id },
  { heading: text.type, value: ({ type }) => type },
  { heading: text.date, value: ({ created_at }) => created_at },
  { heading: text.amount, value: ({ amount, type }) => (type === 'Deposit' ? amount : -amount) },
  { heading: text.status, value: ({ status }) => transactionStatus(status)?.label ?? null },
  { heading: text.address, value: ({ address }) => address },
  { heading: text.onChain, value: ({ transaction }) => transaction },
]
