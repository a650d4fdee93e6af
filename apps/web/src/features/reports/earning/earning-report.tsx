import type { earningReport, EarningSource } from '@trefoil/contract/reports'
import { useState } from 'react'
import IconCalendar from '~icons/tabler/calendar'
import IconCoins from '~icons/tabler/coins'
import IconSum from '~icons/tabler/sum'
import { injectEndpoints } from '../../../lib/api.ts'
import { readData } from '../../../lib/endpoint.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Money } from '../../../ui/money.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { StatCard } from '../../../ui/stat-card.tsx'
import { ChartCard } from '../charts/chart-card.tsx'
import { MonthChart } from '../charts/month-chart.tsx'
import { ShareBars } from '../charts/share-bars.tsx'
import { reportsCopy } from '../copy.ts'
import { totalOf } from '../money-sums.ts'
import { MonthTable, type MonthColumn } from '../month-table.tsx'
import styles from '../reports.module.css'
import { bySource, earningRows, type EarningRow, type SourceChoice } from './earning-rows.ts'

const text = reportsCopy.earning
const BY_SOURCE_HEIGHT = 340

const SOURCES: readonly EarningSource[] = [
  'sponsor',
  'level_1',
  'level_2',
  'level_3',
  'level_4',
  'level_5',
  'level_6',
  'level_7',
  'level_8',
  'level_9',
  'level_10',
]
const nameOf = (source: EarningSource): string =>
  source === 'sponsor' ? text.sponsor : text.level(source.slice('level_'.length))

const { useEarningReportQuery } = injectEndpoints((build) => ({
  earningReport: build.query(readData<typeof earningReport>('/reports/earnings')),
}))

/** What a member earned, when, and from where. */
export default function EarningReport() {
  const { data, isError, refetch } = useEarningReportQuery()
  const [choice, setChoice] = useState<SourceChoice>('all')
  if (isError && !data)
    return <LoadFailure text={reportsCopy.reports.failed} retryLabel={reportsCopy.reports.retry} onRetry={refetch} />

  const all = data && earningRows(data, 'all')
  const rows = data && earningRows(data, choice)
  return (
    <div className={styles.report}>
      <h2 className="visually-hidden">{reportsCopy.reports.earning}</h2>
      <div className={styles.cards}>
        <StatCard
          title={text.thisMonth}
          icon={<IconCalendar aria-hidden="true" />}
          value={all && <Money amount={all.at(-1)?.earned ?? 0} />}
        />
        <StatCard
          title={text.lastMonths}
          icon={<IconCoins aria-hidden="true" />}
          value={all && <Money amount={totalOf(all.map(({ earned }) => earned))} />}
        />
        <StatCard
          title={text.inTotal}
          icon={<IconSum aria-hidden="true" />}
          value={all && <Money amount={all.at(-1)?.cumulated ?? 0} />}
        />
      </div>
      <div className={styles.wideAndNarrow}>
        <ChartCard
          heading={text.chart}
          note={text.chartText}
          tools={
            <SelectField
              label={text.sourceFilter}
              value={choice}
              options={CHOICES}
              onChange={(next) => setChoice(SOURCES.find((source) => source === next) ?? 'all')}
            />
          }
        >
          {rows && (
            <MonthChart
              label={`${text.chart}. ${text.chartText}`}
              months={rows.map(({ month }) => month)}
              bars={{ label: text.earned, values: rows.map(({ earned }) => earned), show: showMoney }}
              line={{ label: text.cumulated, values: rows.map(({ cumulated }) => cumulated), show: showMoney }}
            />
          )}
        </ChartCard>
        <ChartCard heading={text.bySource} note={text.bySourceText} height={BY_SOURCE_HEIGHT}>
          {data && (
            <ShareBars
              bars={bySource(data.months, SOURCES).map(({ source, amount }) => ({
                label: nameOf(source),
                value: amount,
                shown: <Money amount={amount} />,
              }))}
            />
          )}
        </ChartCard>
      </div>
      <MonthTable
        caption={text.table}
        fileName={text.fileName}
        emptyText={text.empty}
        monthHeading={text.month}
        columns={COLUMNS}
        months={rows}
      />
    </div>
  )
}

const showMoney = (amount: number) => <Money amount={amount} />

const CHOICES = [
  { value: 'all', label: text.allSources },
  ...SOURCES.map((source) => ({ value: source, label: nameOf(source) })),
]

const COLUMNS: MonthColumn<EarningRow>[] = [
  {
    heading: text.sponsorShare,
    cell: ({ sponsor }) => <Money amount={sponsor} />,
    card: 'labelled',
    csv: ({ sponsor }) => sponsor,
  },
  { heading: text.teamShare, cell: ({ team }) => <Money amount={team} />, card: 'labelled', csv: ({ team }) => team },
  {
    heading: text.earned,
    cell: ({ earned }) => <Money amount={earned} />,
    card: 'value',
    csv: ({ earned }) => earned,
  },
  {
    heading: text.cumulated,
    cell: ({ cumulated }) => <Money amount={cumulated} />,
    card: 'labelled',
    csv: ({ cumulated }) => cumulated,
  },
]
