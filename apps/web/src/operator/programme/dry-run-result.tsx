import { toDollars, usd } from '@trefoil/core/money'
import { inUnits } from '../../lib/amounts.ts'
import { showCount } from '../../lib/formats.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { PersonLink } from '../parts/person-link.tsx'
import type { DryRun } from './api.ts'
import { programmeCopy } from './copy.ts'

const text = programmeCopy
const SUMS = ['donated', 'cause', 'operations', 'sponsors', 'levels'] as const

type Sum = { name: (typeof SUMS)[number]; was: number; wouldBe: number }

/** Who would have received what under these rules. */
export function DryRunResult({ result }: { result: DryRun }) {
  const sums = SUMS.map((name) => ({ name, was: result.was[name], wouldBe: result.would_be[name] }))
  return (
    <div className={styles.page}>
      {result.refused > 0 ? <Notice tone="pending">{text.refused(showCount(result.refused))}</Notice> : null}
      <DataTable
        caption={text.ran(showCount(result.donations))}
        columns={SUM_COLUMNS}
        rows={sums}
        rowKey={({ name }) => name}
        emptyText={operatorCopy.common.none}
      />
      <DataTable
        caption={text.whoTitle}
        columns={WHO_COLUMNS}
        rows={result.members}
        rowKey={({ id }) => String(id)}
        emptyText={text.noDifference}
      />
    </div>
  )
}

const difference = ({ was, wouldBe }: Sum) => toDollars(usd(inUnits(wouldBe) - inUnits(was)))

const SUM_COLUMNS: Column<Sum>[] = [
  { heading: text.share, cell: ({ name }) => text[name], card: 'title' },
  { heading: text.was, cell: ({ was }) => <Money amount={was} />, align: 'end', card: 'labelled' },
  { heading: text.wouldBe, cell: ({ wouldBe }) => <Money amount={wouldBe} />, align: 'end', card: 'labelled' },
  { heading: text.difference, cell: (sum) => <Money amount={difference(sum)} signed />, align: 'end', card: 'value' },
]

const WHO_COLUMNS: Column<DryRun['members'][number]>[] = [
  {
    heading: operatorCopy.common.member,
    cell: (member) => <PersonLink person={member} />,
    breaks: 'name',
    card: 'title',
  },
  { heading: text.was, cell: ({ was }) => <Money amount={was} />, align: 'end', card: 'labelled' },
  { heading: text.wouldBe, cell: ({ would_be }) => <Money amount={would_be} />, align: 'end', card: 'labelled' },
  {
    heading: text.difference,
    cell: (member) => <Money amount={member.difference} signed />,
    align: 'end',
    card: 'value',
  },
]
