import { IconCalendar, IconCoins, IconSum } from '@tabler/icons-react'
import type { EarningSource } from '@trefoil/contract/reports'
import { useState } from 'react'
import { showAmount, showMonth } from '../../../lib/formats.ts'
import { useEarningReportQuery } from '../../../lib/team-api.ts'
import { teamCopy } from '../../../lib/team-copy.ts'
import { Card } from '../../../ui/card.tsx'
import { CsvExport } from '../../../ui/csv-export.tsx'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Money } from '../../../ui/money.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatCard } from '../../../ui/stat-card.tsx'
import { MonthChart } from '../charts/month-chart.tsx'
import { ShareBars } from '../charts/share-bars.tsx'
import { totalOf } from '../money-sums.ts'
import styles from '../reports.module.css'
import { bySource, earningRows, type EarningRow, type SourceChoice } from './earning-rows.ts'

const text = teamCopy.earning
const CHART_HEIGHT = 296

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

/** What a member earned, when, and from where. */
export default function EarningReport() {
  const { data, isError, refetch } = useEarningReportQuery()
  const [choice, setChoice] = useState<SourceChoice>('all')
  if (isError && !data)
    return <LoadFailure text={teamCopy.reports.failed} retryLabel={teamCopy.reports.retry} onRetry={refetch} />

  const all = data && earningRows(data, 'all')
  const rows = data && earningRows(data, choice)
  return (
    <div className={styles.report}>
      <h2 className="visually-hidden">{teamCopy.reports.earning}</h2>
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
        <Card heading={text.chart}>
          <p className={styles.note}>{text.chartText}</p>
          <SelectField
            label={text.sourceFilter}
            value={choice}
            options={CHOICES}
            onChange={(next) => setChoice(SOURCES.find((source) => source === next) ?? 'all')}
          />

          {rows ? (
            <MonthChart
              label={`${text.chart}. ${text.chartText}`}
              months={rows.map(({ month }) => month)}
              bars={{ label: text.earned, values: rows.map(({ earned }) => earned), show: showAmount }}
              line={{ label: text.cumulated, values: rows.map(({ cumulated }) => cumulated), show: showAmount }}
            />
          ) : (
            <Skeleton height={CHART_HEIGHT} />
          )}
        </Card>
        <Card heading={text.bySource}>
          <p className={styles.note}>{text.bySourceText}</p>
          {data ? (
            <ShareBars
              bars={bySource(data.months, SOURCES).map(({ source, amount }) => ({
                label: nameOf(source),
                value: amount,
                shown: <Money amount={amount} />,
              }))}
            />
          ) : (
            <Skeleton height={340} />
          )}
        </Card>
      </div>
      <DataTable
        caption={text.table}
        columns={COLUMNS}
        rows={rows?.toReversed()}
        rowKey={({ month }) => month}
        emptyText={text.empty}
        skeletonRows={12}
        tools={
          <CsvExport
            of={text.table}
            fileName={text.fileName}
            headings={COLUMNS.map(({ heading }) => heading)}
            parts={() => [
              {
                rows: (rows ?? [])
                  .toReversed()
                  .map(({ month, sponsor, team, earned, cumulated }) => [month, sponsor, team, earned, cumulated]),
              },
            ]}
          />
        }
      />
    </div>
  )
}

const CHOICES = [
  { value: 'all', label: text.allSources },
  ...SOURCES.map((source) => ({ value: source, label: nameOf(source) })),
]

const COLUMNS: Column<EarningRow>[] = [
  { heading: text.month, cell: ({ month }) => showMonth(month), card: 'title' },
  { heading: text.sponsorShare, cell: ({ sponsor }) => <Money amount={sponsor} />, align: 'end', card: 'labelled' },
  { heading: text.teamShare, cell: ({ team }) => <Money amount={team} />, align: 'end', card: 'labelled' },
  { heading: text.earned, cell: ({ earned }) => <Money amount={earned} />, align: 'end', card: 'value' },
  { heading: text.cumulated, cell: ({ cumulated }) => <Money amount={cumulated} />, align: 'end', card: 'labelled' },
]
