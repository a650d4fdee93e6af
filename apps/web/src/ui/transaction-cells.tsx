import { dashboardCopy } from '../lib/dashboard-copy.ts'
import { everyPage } from '../lib/every-page.ts'
import { showDate } from '../lib/formats.ts'
import { transactionStatus } from '../lib/transaction-status.ts'
import { typeWord } from '../lib/server-words.ts'
import { transactionsApi, type Transaction } from '../lib/transactions-api.ts'
import { READ_ONCE, useReader } from '../lib/use-reader.ts'
import type { CsvSource } from './csv-export.tsx'
import type { Column } from './data-table.tsx'
import { Explained } from './explained.tsx'
import { Money } from './money.tsx'
import { StatusDot } from './status-dot.tsx'
import { TypeIcon } from './type-icon.tsx'

const text = dashboardCopy.transactions

/** The columns of tables of deposits and withdrawals, and of their files. */
export const transactionColumns = {
  id: { heading: text.id, only: 'csv', csv: ({ _id }) => _id },
  type: {
    heading: text.type,
    cell: ({ type, icon }) => <TypeIcon icon={icon}>{typeWord(type)}</TypeIcon>,
    card: 'title',
    csv: ({ type }) => type,
  },
  date: { heading: text.date, cell: ({ created_at }) => showDate(created_at), csv: ({ created_at }) => created_at },
  amount: {
    heading: text.amount,
    cell: (transaction) => <Amount {...transaction} />,
    align: 'end',
    card: 'value',
    csv: (transaction) => signed(transaction),
  },
  status: {
    heading: text.status,
    cell: ({ status }) => <Status status={status} />,
    csv: ({ status }) => transactionStatus(status)?.label ?? null,
  },
  address: { heading: text.address, only: 'csv', csv: ({ address }) => address },
  onChain: { heading: text.onChain, only: 'csv', csv: ({ transaction }) => transaction },
} satisfies Record<string, Column<Transaction>>

function Amount(transaction: Transaction) {
  const { _id, type } = transaction
  const shown = <Money amount={signed(transaction)} signed />
  return type === 'Deposit' ? (
    <Explained figure="deposit" of={{ deposit: _id }}>
      {shown}
    </Explained>
  ) : (
    <Explained figure="withdrawal" of={{ withdrawal: _id }}>
      {shown}
    </Explained>
  )
}

const signed = ({ amount, type }: Transaction): number => (type === 'Deposit' ? amount : -amount)

const FILE_NAMES = {
  all: 'trefoil-transactions',
  Deposit: 'trefoil-deposits',
  Withdrawal: 'trefoil-withdrawals',
} as const

/** All transactions, or all of one kind. */
export function useTransactionFile(type: Transaction['type'] | 'all'): CsvSource<Transaction> {
  const read = useReader()
  const filter = type === 'all' ? {} : { type }
  return {
    fileName: FILE_NAMES[type],
    parts: () =>
      everyPage(
        (page) => read(transactionsApi.endpoints.transactionsPage.initiate({ ...page, ...filter }, READ_ONCE)),
        ({ transactions }) => transactions,
      ),
  }
}

export function Status({ status }: { status: number }) {
  const told = transactionStatus(status)
  return told ? <StatusDot tone={told.tone}>{told.label}</StatusDot> : null
}
