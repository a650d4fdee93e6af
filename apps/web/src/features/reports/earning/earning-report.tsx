import type { earningReport, EarningSource } from '@trefoil/contract/reports'
import { useState } from 'react'
import IconCalendar from '~icons/tabler/calendar'
import IconCoins from '~icons/tabler/coins'
import IconSum from '~icons/tabler/sum'
import { injectEndpoints } from '../../../lib/api.ts'
import { readData } from '../../../lib/endpoint.ts'
import type { FigureParts } from '../../../lib/figure-parts.ts'
import { Explained } from '../../../ui/explained.tsx'
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
  const figures = figuresOf(choice, rows?.[0]?.month)
  return (
    <div className={styles.report}>
      <h2 className="visually-hidden">{reportsCopy.reports.earning}</h2>
      <div className={styles.cards}>
        <StatCard
          title={text.thisMonth}
          icon={<IconCalendar aria-hidden="true" />}
          value={
            all && <Earned amount={all.at(-1)?.earned ?? 0} of={{ from: all.at(-1)?.month, to: all.at(-1)?.month }} />
          }
        />
        <StatCard
          title={text.lastMonths}
          icon={<IconCoins aria-hidden="true" />}
          value={
            all && (
              <Earned
                amount={totalOf(all.map(({ earned }) => earned))}
                of={{ from: all[0]?.month, to: all.at(-1)?.month }}
              />
            )
          }
        />
        <StatCard
          title={text.inTotal}
          icon={<IconSum aria-hidden="true" />}
          value={all && <Earned amount={all.at(-1)?.cumulated ?? 0} />}
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
              bars={{ label: text.earned, values: rows.map(({ earned }) => earned), show: figures.earnedIn }}
              line={{ label: text.cumulated, values: rows.map(({ cumulated }) => cumulated), show: figures.cumulated }}
            />
          )}
        </ChartCard>
        <ChartCard heading={text.bySource} note={text.bySourceText} height={BY_SOURCE_HEIGHT}>
          {data && (
            <ShareBars
              bars={bySource(data.months, SOURCES).map(({ source, amount }) => ({
                label: nameOf(source),
                value: amount,
                shown: <Earned amount={amount} of={{ from: rows?.[0]?.month, to: rows?.at(-1)?.month, source }} />,
              }))}
            />
          )}
        </ChartCard>
      </div>
      <MonthTable
        caption={text.table}
        fileName="trefoil-earnings"
        emptyText={text.empty}
        monthHeading={text.month}
        columns={columnsOf(choice, figures)}
        months={rows}
      />
    </div>
  )
}

const CHOICES = [
  { value: 'all', label: text.allSources },
  ...SOURCES.map((source) => ({ value: source, label: nameOf(source) })),
]

type EarnedProps = { amount: number; of?: FigureParts }

function Earned({ amount, of = {} }: EarnedProps) {
  return (
    <Explained figure="earned" of={of}>
      <Money amount={amount} />
    </Explained>
  )
}

/** Of one source the sum begins with the first month shown; of all, long before. */
function figuresOf(choice: SourceChoice, first: string | undefined) {
  const source = choice === 'all' ? {} : { source: choice }
  return {
    earnedIn: (amount: number, month: string) => <Earned amount={amount} of={{ from: month, to: month, ...source }} />,
    cumulated: (amount: number, month: string) => (
      <Earned amount={amount} of={choice === 'all' ? { to: month } : { from: first, to: month, ...source }} />
    ),
  }
}

function columnsOf(choice: SourceChoice, figures: ReturnType<typeof figuresOf>): MonthColumn<EarningRow>[] {
  return [
    {
      heading: text.sponsorShare,
      cell: ({ month, sponsor }) =>
        choice === 'all' || choice === 'sponsor' ? (
          <Earned amount={sponsor} of={{ from: month, to: month, source: 'sponsor' }} />
        ) : (
          text.leftOut
        ),
      card: 'labelled',
      csv: ({ sponsor }) => sponsor,
    },
    {
      heading: text.teamShare,
      cell: ({ month, team }) =>
        choice === 'sponsor' ? (
          text.leftOut
        ) : (
          <Earned amount={team} of={{ from: month, to: month, source: choice === 'all' ? 'team' : choice }} />
        ),
      card: 'labelled',
      csv: ({ team }) => team,
    },
    {
      heading: text.earned,
      cell: ({ month, earned }) => figures.earnedIn(earned, month),
      card: 'value',
      csv: ({ earned }) => earned,
    },
    {
      heading: text.cumulated,
      cell: ({ month, cumulated }) => figures.cumulated(cumulated, month),
      card: 'labelled',
      csv: ({ cumulated }) => cumulated,
    },
  ]
}
