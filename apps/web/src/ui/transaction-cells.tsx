import { dashboardCopy } from '../lib/dashboard-copy.ts'
import { showDate } from '../lib/formats.ts'
import type { Transaction } from '../lib/money-api.ts'
import { transactionStatus } from '../lib/transaction-status.ts'
import type { Column } from './data-table.tsx'
import { Money } from './money.tsx'
import { StatusDot } from './status-dot.tsx'
import { TypeIcon } from './type-icon.tsx'

const text = dashboardCopy.transactions

/** The columns that every table of deposits and withdrawals has. */
export const transactionColumns = {
  type: { heading: text.type, cell: ({ type, icon }) => <TypeIcon icon={icon}>{type}</TypeIcon>, card: 'title' },
  date: { heading: text.date, cell: ({ created_at }) => showDate(created_at) },
  amount: {
    heading: text.amount,
    cell: ({ amount, type }) => <Money amount={type === 'Deposit' ? amount : -amount} signed />,
    align: 'end',
    card: 'value',
  },
  status: { heading: text.status, cell: ({ status }) => <Status status={status} /> },
} satisfies Record<string, Column<Transaction>>

export function Status({ status }: { status: number }) {
  const told = transactionStatus(status)
  return told ? <StatusDot tone={told.tone}>{told.label}</StatusDot> : null
}
