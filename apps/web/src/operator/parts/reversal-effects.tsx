import type { dryRunReversal } from '@trefoil/contract/operator/reversals'
import { toDollars, usd } from '@trefoil/core/money'
import { inUnits } from '../../lib/amounts.ts'
import { injectEndpoints } from '../../lib/api.ts'
import { readData, type DataOf } from '../../lib/endpoint.ts'
import { failureText } from '../../lib/failure.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { operatorCopy } from '../copy.ts'
import { PersonLink } from './person-link.tsx'

const text = operatorCopy.reversal
const common = operatorCopy.common

const { useReversalQuery } = injectEndpoints((build) => ({
  reversal: build.query(readData<typeof dryRunReversal>('/operator/ledger/journals/:id/reversal')),
}))

type ReversalEffectsProps = { journal: number; operationsBears: boolean }

/** Every account that a reversal would touch at this moment, before and after. */
export function ReversalEffects({ journal, operationsBears }: ReversalEffectsProps) {
  const { currentData, error, isFetching, refetch } = useReversalQuery({
    id: journal,
    operations_bears: operationsBears,
  })
  if (error && !isFetching)
    return <Notice tone="danger">{failureText(error, { field: 'message', fallback: text.failed })}</Notice>
  return (
    <>
      <DataTable
        caption={text.accounts}
        columns={ACCOUNTS}
        rows={currentData?.accounts}
        rowKey={({ account, member }) => `${account} ${member?.id ?? 0}`}
        emptyText={common.none}
        failure={{ isError: error !== undefined, onRetry: refetch }}
        skeletonRows={4}
      />
      {currentData && currentData.standings.length > 0 ? (
        <DataTable
          caption={text.standings}
          columns={STANDINGS}
          rows={currentData.standings}
          rowKey={({ member }) => String(member.id)}
          emptyText={common.none}
        />
      ) : null}
    </>
  )
}

type Effects = DataOf<typeof dryRunReversal>
type AccountRow = Effects['accounts'][number]

const change = ({ before, after }: AccountRow): number => toDollars(usd(inUnits(after) - inUnits(before)))

const ACCOUNTS: Column<AccountRow>[] = [
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
  { heading: text.change, cell: (row) => <Money amount={change(row)} signed />, align: 'end', card: 'value' },
]

const STANDINGS: Column<Effects['standings'][number]>[] = [
  { heading: common.member, cell: ({ member }) => <PersonLink person={member} />, breaks: 'name', card: 'title' },
  {
    heading: operatorCopy.members.stage,
    cell: ({ stage }) => (stage.before === stage.after ? stage.after : text.becomes(stage.before, stage.after)),
    card: 'value',
  },
  {
    heading: text.earnedBefore,
    cell: ({ stage_balance }) => <Money amount={stage_balance.before} />,
    align: 'end',
    card: 'labelled',
  },
  {
    heading: text.earnedAfter,
    cell: ({ stage_balance }) => <Money amount={stage_balance.after} />,
    align: 'end',
    card: 'labelled',
  },
]
