import type { Figure } from '@trefoil/contract/figures'
import type { ReactNode } from 'react'
import { injectEndpoints } from '../../../lib/api.ts'
import { readData } from '../../../lib/endpoint.ts'
import { showCount } from '../../../lib/formats.ts'
import type { PerformanceMonth, performanceReport } from '@trefoil/contract/reports'
import { useNetworkStatsQuery } from '../../../lib/network-stats-api.ts'
import { useProfileQuery } from '../../../lib/profile-api.ts'
import { useStagesQuery } from '../../../lib/stages-api.ts'
import { Explained } from '../../../ui/explained.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Money } from '../../../ui/money.tsx'
import { LoadingGroup } from '../../../ui/loading-group.tsx'
import { ChartCard } from '../charts/chart-card.tsx'
import { MonthChart } from '../charts/month-chart.tsx'
import { ShareBars } from '../charts/share-bars.tsx'
import { reportsCopy } from '../copy.ts'
import { MonthTable, type MonthColumn } from '../month-table.tsx'
import styles from '../reports.module.css'
import { PerformanceCards } from './performance-cards.tsx'

const text = reportsCopy.performance
const BREAKDOWN_HEIGHT = 380

const { usePerformanceReportQuery } = injectEndpoints((build) => ({
  performanceReport: build.query(readData<typeof performanceReport>('/reports/performance')),
}))

/** How the team grows and gives, and how far the member and the team have come. */
export default function PerformanceReport() {
  const { data, isError, isLoading, refetch } = usePerformanceReportQuery()
  const months = data?.months
  const facts = [useProfileQuery(), useStagesQuery()]
  const waiting = isLoading || facts.some((each) => each.isLoading)
  if (isError && !months)
    return <LoadFailure text={reportsCopy.reports.failed} retryLabel={reportsCopy.reports.retry} onRetry={refetch} />
  const names = months?.map(({ month }) => month) ?? []
  return (
    <div className={styles.report}>
      <h2 className="visually-hidden">{reportsCopy.reports.performance}</h2>
      <LoadingGroup waiting={waiting}>
        <PerformanceCards months={months} />
        <div className={styles.halves}>
          <ChartCard heading={text.growth} note={text.growthText}>
            {months && (
              <MonthChart
                label={`${text.growth}. ${text.growthText}`}
                months={names}
                whole
                bars={{ label: text.joined, values: months.map(({ joined }) => joined), show: joinedIn }}
                line={{ label: text.size, values: months.map(({ members }) => members), show: sizeAfter }}
              />
            )}
          </ChartCard>
          <ChartCard heading={text.donations} note={text.donationsText}>
            {months && (
              <MonthChart
                label={`${text.donations}. ${text.donationsText}`}
                months={names}
                bars={{ label: text.donated, values: months.map(({ donated }) => donated), show: donatedIn }}
              />
            )}
          </ChartCard>
          <Breakdown />
        </div>
        <MonthTable
          caption={text.table}
          fileName="trefoil-team-performance"
          emptyText={text.empty}
          monthHeading={text.month}
          columns={COLUMNS}
          months={months}
        />
      </LoadingGroup>
    </div>
  )
}

function Breakdown() {
  const { data, isError, refetch } = useNetworkStatsQuery()
  if (isError && !data)
    return <LoadFailure text={reportsCopy.reports.failed} retryLabel={reportsCopy.reports.retry} onRetry={refetch} />
  const stageName = (stage: number) => (stage === 0 ? text.notStarted : reportsCopy.tree.stage(stage))
  return (
    <>
      <ChartCard heading={text.byStage} height={BREAKDOWN_HEIGHT}>
        {data && (
          <ShareBars
            bars={data.team.by_stage.map((count, stage) => ({
              label: stageName(stage),
              value: count,
              shown: (
                <Explained figure="team_stage" of={{ stage }}>
                  {showCount(count)}
                </Explained>
              ),
            }))}
          />
        )}
      </ChartCard>
      <ChartCard heading={text.byLevel} height={BREAKDOWN_HEIGHT}>
        {data && (
          <ShareBars
            bars={data.team.by_level.map((count, index) => ({
              label: text.level(index + 1),
              value: count,
              shown: (
                <Explained figure="team_level" of={{ level: index + 1 }}>
                  {showCount(count)}
                </Explained>
              ),
            }))}
          />
        )}
      </ChartCard>
    </>
  )
}

const inMonth = (figure: Figure, month: string, shown: ReactNode) => (
  <Explained figure={figure} of={{ from: month, to: month }}>
    {shown}
  </Explained>
)

const joinedIn = (count: number, month: string) => inMonth('joined', month, showCount(count))
const donatedIn = (amount: number, month: string) => inMonth('team_donations', month, <Money amount={amount} />)
const sizeAfter = (count: number, month: string) => (
  <Explained figure="team_size" of={{ to: month }}>
    {showCount(count)}
  </Explained>
)

const COLUMNS: MonthColumn<PerformanceMonth>[] = [
  {
    heading: text.joined,
    cell: ({ month, joined }) => joinedIn(joined, month),
    card: 'labelled',
    csv: ({ joined }) => joined,
  },
  {
    heading: text.size,
    cell: ({ month, members }) => sizeAfter(members, month),
    card: 'labelled',
    csv: ({ members }) => members,
  },
  {
    heading: text.donationCount,
    cell: ({ month, donations }) => inMonth('team_donation_count', month, showCount(donations)),
    card: 'labelled',
    csv: ({ donations }) => donations,
  },
  {
    heading: text.donated,
    cell: ({ month, donated }) => donatedIn(donated, month),
    card: 'value',
    csv: ({ donated }) => donated,
  },
]
