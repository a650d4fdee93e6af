import type { listEntries } from '@trefoil/contract/operator/ledger'
import { Link } from 'react-router'
import type { DataOf } from '../../lib/endpoint.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import { operatorCopy } from '../copy.ts'
import { showInstant } from './instants.ts'
import { PersonLink } from './person-link.tsx'

export type EntryRow = DataOf<typeof listEntries>['entries'][number]
const text = operatorCopy.ledger
const common = operatorCopy.common

const shared = {
  date: { heading: common.date, cell: ({ at }) => showInstant(at), breaks: 'moment' },
  reason: { heading: text.reason, cell: ({ reason }) => text.reasons[reason], card: 'title' },
  journal: {
    heading: text.journal,
    cell: ({ journal }) => (
      <Link to={`/operator/ledger/journals/${journal}`} aria-label={text.journalOf(journal)}>
        {journal}
      </Link>
    ),
    card: 'labelled',
  },
  amount: {
    heading: common.amount,
    cell: ({ amount }) => <Money amount={amount} signed />,
    align: 'end',
    card: 'value',
  },
  after: {
    heading: text.after,
    cell: ({ balance_after }) => <Money amount={balance_after} />,
    align: 'end',
    card: 'labelled',
  },
  share: {
    heading: text.share,
    cell: ({ share }) => (share === null ? common.none : text.factName(share)),
    card: 'labelled',
  },
  sequence: { heading: text.sequence, cell: ({ sequence }) => sequence, align: 'end', card: 'labelled' },
} satisfies Record<string, Column<EntryRow>>

/** The entries of one account or of one journal. */
export const entryColumns: Record<'ofOneAccount' | 'ofOneJournal', Column<EntryRow>[]> = {
  ofOneAccount: [
    shared.sequence,
    shared.date,
    shared.reason,
    shared.journal,
    shared.share,
    shared.amount,
    shared.after,
  ],
  ofOneJournal: [
    { heading: text.account, cell: ({ account }) => text.names[account], card: 'title' },
    {
      heading: common.member,
      cell: ({ member }) => (member ? <PersonLink person={member} /> : common.system),
      breaks: 'name',
      card: 'labelled',
    },
    shared.sequence,
    shared.share,
    shared.amount,
    shared.after,
  ],
}
