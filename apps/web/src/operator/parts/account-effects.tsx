import type { dryRunReversal } from '@trefoil/contract/operator/reversals'
import { difference } from '../../lib/amounts.ts'
import type { DataOf } from '../../lib/endpoint.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import { operatorCopy } from '../copy.ts'
import { effectsCopy } from './effects-copy.ts'
import { PersonLink } from './person-link.tsx'

const text = effectsCopy

type AccountEffect = DataOf<typeof dryRunReversal>['accounts'][number]

/** Every account that a proposal would touch at this moment, before and after. Undefined while it is being asked. */
export const AccountEffects = ({ accounts }: { accounts: readonly AccountEffect[] | undefined }) => (
  <DataTable
    caption={text.accounts}
    columns={COLUMNS}
    rows={accounts}
    rowKey={({ account, member }) => `${account} ${member?.id ?? 0}`}
    emptyText={operatorCopy.common.none}
    skeletonRows={2}
  />
)

const COLUMNS: Column<AccountEffect>[] = [
  {
    heading: operatorCopy.ledger.account,
    cell: ({ account, member }) =>
      member ? (
        <>
          <PersonLink person={member} />, {operatorCopy.ledger.names[account]}
        </>
      ) : (
        operatorCopy.ledger.names[account]
      ),
    breaks: 'name',
    card: 'title',
  },
  { heading: text.before, cell: ({ before }) => <Money amount={before} />, align: 'end', card: 'labelled' },
  { heading: text.after, cell: ({ after }) => <Money amount={after} />, align: 'end', card: 'labelled' },
  { heading: text.change, cell: (row) => <Money amount={difference(row)} signed />, align: 'end', card: 'value' },
]
