import type { dryRunReversal } from '@trefoil/contract/operator/reversals'
import { injectEndpoints } from '../../lib/api.ts'
import { readData, type DataOf } from '../../lib/endpoint.ts'
import { failureText } from '../../lib/failure.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { operatorCopy } from '../copy.ts'
import { AccountEffects } from './account-effects.tsx'
import { effectsCopy } from './effects-copy.ts'
import { PersonLink } from './person-link.tsx'

const text = effectsCopy

const { useReversalQuery } = injectEndpoints((build) => ({
  reversal: build.query(readData<typeof dryRunReversal>('/operator/ledger/journals/:id/reversal')),
}))

type ReversalEffectsProps = { journal: number; operationsBears: boolean }

/** What a reversal would do at this moment, or why it is refused. */
export function ReversalEffects({ journal, operationsBears }: ReversalEffectsProps) {
  const { currentData, error, isFetching } = useReversalQuery({ id: journal, operations_bears: operationsBears })
  if (error && !isFetching)
    return <Notice tone="danger">{failureText(error, { field: 'message', fallback: effectsCopy.failed })}</Notice>
  return (
    <>
      {currentData && currentData.borne > 0 ? (
        <Notice tone="pending">
          <span>
            {text.borne} <Money amount={currentData.borne} />
          </span>
        </Notice>
      ) : null}
      <AccountEffects accounts={currentData?.accounts} />
      {currentData && currentData.standings.length > 0 ? (
        <DataTable
          caption={text.standings}
          columns={STANDINGS}
          rows={currentData.standings}
          rowKey={({ member }) => String(member.id)}
          emptyText={operatorCopy.common.none}
        />
      ) : null}
    </>
  )
}

const STANDINGS: Column<DataOf<typeof dryRunReversal>['standings'][number]>[] = [
  {
    heading: operatorCopy.common.member,
    cell: ({ member }) => <PersonLink person={member} />,
    breaks: 'name',
    card: 'title',
  },
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
