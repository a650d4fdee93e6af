import { useState } from 'react'
import { showCount } from '../../lib/formats.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from '../console.module.css'
import { useFeesQuery, type FeesPeriod } from './api.ts'
import { overviewCopy } from './copy.ts'

const text = overviewCopy
const PERIODS = ['day', 'month'] as const
type Period = (typeof PERIODS)[number]

/** What the chain charged for our transactions. It is no money of the ledger: the signer pays it in another coin. */
export function Fees() {
  const [by, setBy] = useState<Period>('day')
  const { data, isError, refetch } = useFeesQuery({ by })
  return (
    <section className={styles.rows}>
      <DataTable
        caption={text.fees}
        columns={columnsBy(by, data?.periods ?? [])}
        rows={data?.periods}
        rowKey={({ from }) => from}
        emptyText={text.noFees}
        skeletonRows={3}
        failure={{ isError, onRetry: refetch }}
        tools={
          <SelectField
            label={text.feesFilter}
            labelHidden
            value={by}
            options={PERIODS.map((value) => ({ value, label: text.feesBy[value] }))}
            onChange={(value) => setBy(value === 'month' ? 'month' : 'day')}
          />
        }
        wide
      />
      <p className={styles.muted}>{text.feesNote}</p>
    </section>
  )
}

const MONTH_LENGTH = '2026-01'.length

/** Padded, so that the points of a column are in line. */
const columnsBy = (by: Period, periods: readonly FeesPeriod[]): Column<FeesPeriod>[] => [
  {
    heading: by === 'day' ? text.feesDay : text.feesMonth,
    cell: ({ from }) => (by === 'day' ? from : from.slice(0, MONTH_LENGTH)),
    card: 'title',
  },
  { heading: text.feesPayouts, cell: ({ payouts }) => showCount(payouts), align: 'end', card: 'labelled' },
  { heading: text.payoutFees, cell: ({ payout_fees }) => inLine(payout_fees, periods), align: 'end', card: 'labelled' },
  { heading: text.feesSweeps, cell: ({ sweeps }) => showCount(sweeps), align: 'end', card: 'labelled' },
  { heading: text.sweepFees, cell: ({ sweep_fees }) => inLine(sweep_fees, periods), align: 'end', card: 'labelled' },
  { heading: text.feesEpochs, cell: ({ epochs }) => showCount(epochs), align: 'end', card: 'labelled' },
  { heading: text.epochFees, cell: ({ epoch_fees }) => inLine(epoch_fees, periods), align: 'end', card: 'labelled' },
]

function inLine(coins: string, periods: readonly FeesPeriod[]): string {
  const all = periods.flatMap(({ payout_fees, sweep_fees, epoch_fees }) => [payout_fees, sweep_fees, epoch_fees])
  const decimals = Math.max(...all.map((each) => fractionOf(each).length))
  return decimals === 0 ? coins : `${coins.split('.')[0]}.${fractionOf(coins).padEnd(decimals, '0')}`
}

const fractionOf = (coins: string): string => coins.split('.')[1] ?? ''
