import { useState } from 'react'
import { Link } from 'react-router'
import { showCount } from '../../lib/formats.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Money } from '../../ui/money.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { PersonLink } from '../parts/person-link.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import type { UnbookedPayment } from './api.ts'
import { BookSheet } from './book-sheet.tsx'
import { recoveryCopy } from './copy.ts'

const text = recoveryCopy
const common = operatorCopy.common

type PaymentTableProps = {
  payments: UnbookedPayment[] | undefined
  failure: { isError: boolean; onRetry: () => unknown }
}

/** What left the vault or the treasury, and no journal knows. */
export function PaymentTable({ payments, failure }: PaymentTableProps) {
  const mayAct = useMayAct()
  const [asked, setAsked] = useState<UnbookedPayment>()
  return (
    <>
      <DataTable
        caption={text.payments}
        wide
        columns={[...COLUMNS, outcome(mayAct ? setAsked : undefined)]}
        rows={payments}
        rowKey={({ transaction, ordinal }) => `${transaction} ${ordinal}`}
        emptyText={text.empty}
        failure={failure}
        skeletonRows={1}
      />
      {asked ? <BookSheet payment={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  )
}

const COLUMNS: Column<UnbookedPayment>[] = [
  { heading: text.from, cell: ({ from }) => text.sources[from], card: 'title' },
  { heading: common.amount, cell: ({ amount }) => <Money amount={amount} />, align: 'end', card: 'value' },
  { heading: text.recipient, cell: ({ recipient }) => <MiddleTruncated text={recipient} />, card: 'labelled' },
  {
    heading: text.suggestion,
    cell: ({ suggestions }) =>
      suggestions.length === 0 ? (
        text.nobody
      ) : (
        <span className={styles.rows}>
          {suggestions.map((person) => (
            <span key={person.id}>
              <PersonLink person={person} /> ({text.because[person.because]})
            </span>
          ))}
        </span>
      ),
    breaks: 'name',
    card: 'labelled',
  },
  { heading: text.block, cell: ({ block }) => showCount(block), align: 'end', card: 'labelled' },
  { heading: common.transaction, cell: ({ transaction }) => <MiddleTruncated text={transaction} />, card: 'labelled' },
]

const outcome = (onBook: ((payment: UnbookedPayment) => void) | undefined): Column<UnbookedPayment> => ({
  heading: common.actions,
  breaks: 'name',
  card: 'actions',
  cell: (payment) => {
    if (payment.proposal_id !== null) return <Link to="/operator/proposals">{text.proposed}</Link>
    if (!onBook) return common.none
    return (
      <SmallButton label={text.bookOf(payment.transaction)} onClick={() => onBook(payment)}>
        {text.book}
      </SmallButton>
    )
  },
})
