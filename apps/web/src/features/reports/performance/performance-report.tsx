import { showAmount, showCount, showMonth } from '../../../lib/formats.ts'
import { useNetworkStatsQuery } from '../../../lib/member-api.ts'
import { usePerformanceReportQuery } from '../../../lib/team-api.ts'
import { teamCopy } from '../../../lib/team-copy.ts'
import type { PerformanceMonth } from '@trefoil/contract/reports'
import { Card } from '../../../ui/card.tsx'
import { CsvExport } from '../../../ui/csv-export.tsx'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Money } from '../../../ui/money.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { MonthChart } from '../charts/month-chart.tsx'
import { ShareBars } from '../charts/share-bars.tsx'
import styles from '../reports.module.css'
import { PerformanceCards } from './performance-cards.tsx'

const text = teamCopy.performance
const CHART_HEIGHT = 296

/** How the team grows and gives, and how far the member and the team have come. */
export default function PerformanceReport() {
  const { data: months, isError, refetch } = usePerformanceReportQuery()
  if (isError && !months)
    return <LoadFailure text={teamCopy.reports.failed} retryLabel={teamCopy.reports.retry} onRetry={refetch} />
  const names = months?.map(({ month }) => month) ?? []
  return (
    <div className={styles.report}>
      <h2 className="visually-hidden">{teamCopy.reports.performance}</h2>
      <PerformanceCards months={months} />
      <div className={styles.halves}>
        <Card heading={text.growth}>
          <p className={styles.note}>{text.growthText}</p>
          {months ? (
            <MonthChart
              label={`${text.growth}. ${text.growthText}`}
              months={names}
              whole
              bars={{ label: text.joined, values: months.map(({ joined }) => joined), show: showCount }}
              line={{ label: text.size, values: months.map(({ members }) => members), show: showCount }}
            />
          ) : (
            <Skeleton height={CHART_HEIGHT} />
          )}
        </Card>
        <Card heading={text.donations}>
          <p className={styles.note}>{text.donationsText}</p>
          {months ? (
            <MonthChart
              label={`${text.donations}. ${text.donationsText}`}
              months={names}
              bars={{ label: text.donated, values: months.map(({ donated }) => donated), show: showAmount }}
            />
          ) : (
            <Skeleton height={CHART_HEIGHT} />
          )}
        </Card>
        <Breakdown />
      </div>
      <DataTable
        caption={text.table}
        columns={COLUMNS}
        rows={months?.toReversed()}
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
                rows: (months ?? [])
                  .toReversed()
                  .map(({ month, joined, members, donations, donated }) => [
                    month,
                    joined,
                    members,
                    donations,
                    donated,
                  ]),
              },
            ]}
          />
        }
      />
    </div>
  )
}

function Breakdown() {
  const { data, isError, refetch } = useNetworkStatsQuery()
  if (isError && !data)
    return <LoadFailure text={teamCopy.reports.failed} retryLabel={teamCopy.reports.retry} onRetry={refetch} />
  const bar = (label: string, count: number) => ({ label, value: count, shown: showCount(count) })
  const stageName = (stage: number) => (stage === 0 ? text.notStarted : teamCopy.network.stage(stage))
  return (
    <>
      <Card heading={text.byStage}>
        {data ? (
          <ShareBars bars={data.team.by_stage.map((count, stage) => bar(stageName(stage), count))} />
        ) : (
          <Skeleton height={380} />
        )}
      </Card>
      <Card heading={text.byLevel}>
        {data ? (
          <ShareBars bars={data.team.by_level.map((count, index) => bar(text.level(index + 1), count))} />
        ) : (
          <Skeleton height={380} />
        )}
      </Card>
    </>
  )
}

const COLUMNS: Column<PerformanceMonth>[] = [
  { heading: text.month, cell: ({ month }) => showMonth(month), card: 'title' },
  { heading: text.joined, cell: ({ joined }) => showCount(joined), align: 'end', card: 'labelled' },
  { heading: text.size, cell: ({ members }) => showCount(members), align: 'end', card: 'labelled' },
  { heading: text.donationCount, cell: ({ donations }) => showCount(donations), align: 'end', card: 'labelled' },
  { heading: text.donated, cell: ({ donated }) => <Money amount={donated} />, align: 'end', card: 'value' },
]
