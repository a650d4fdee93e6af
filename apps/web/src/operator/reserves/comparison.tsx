import { showCount } from '../../lib/formats.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { Facts } from '../parts/facts.tsx'
import { showInstant } from '../parts/instants.ts'
import type { Reserves } from './api.ts'

const text = operatorCopy.reserves

/** Both sides of the equation, and whose the money is. */
export function Comparison({ reserves }: { reserves: Reserves | undefined }) {
  const comparison = reserves?.comparison ?? undefined
  return (
    <section className={styles.rows} aria-label={text.difference}>
      {reserves ? <Verdict comparison={reserves.comparison} /> : null}
      {reserves && !comparison ? null : (
        <>
          <DataTable
            caption={text.held}
            columns={columnsOf(text.held)}
            rows={comparison && [...comparison.held.map(named), { name: text.inAll, amount: comparison.held_in_all }]}
            rowKey={({ name }) => name}
            emptyText={text.none}
            skeletonRows={4}
          />
          <DataTable
            caption={text.explained}
            columns={columnsOf(text.explained)}
            rows={
              comparison && [
                ...comparison.explained.map(named),
                { name: text.inAll, amount: comparison.explained_in_all },
                { name: text.difference, amount: comparison.difference },
              ]
            }
            rowKey={({ name }) => name}
            emptyText={text.none}
            skeletonRows={12}
          />
        </>
      )}
      {reserves ? (
        <Card>
          <Facts
            facts={[
              [`${text.owed}: ${text.members}`, <Money key="members" amount={reserves.owed.members} />],
              [`${text.owed}: ${text.causes}`, <Money key="causes" amount={reserves.owed.causes} />],
              [`${text.owed}: ${text.operations}`, <Money key="operations" amount={reserves.owed.operations} />],
            ]}
          />
        </Card>
      ) : null}
    </section>
  )
}

function Verdict({ comparison }: { comparison: Reserves['comparison'] }) {
  if (!comparison) return <Notice tone="calm">{text.none}</Notice>
  const { trouble, block, checked_at } = comparison
  return (
    <Notice tone={trouble === null ? 'calm' : 'danger'}>
      <strong>{trouble ?? text.equal}</strong>
      <span>{text.comparedAt(showCount(block), showInstant(checked_at))}</span>
    </Notice>
  )
}

type Line = { name: string; amount: string }

const named = ({ name, amount }: { name: keyof typeof text.figures; amount: string }): Line => ({
  name: text.figures[name],
  amount,
})

const columnsOf = (side: string): Column<Line>[] => [
  { heading: side, cell: ({ name }) => name, breaks: 'name', card: 'title' },
  { heading: operatorCopy.common.amount, cell: ({ amount }) => amount, align: 'end', card: 'value' },
]
