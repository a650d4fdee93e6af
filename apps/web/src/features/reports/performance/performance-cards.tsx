import type { PerformanceMonth } from '@trefoil/contract/reports'
import IconGauge from '~icons/tabler/gauge'
import IconHeartHandshake from '~icons/tabler/heart-handshake'
import IconPlant2 from '~icons/tabler/plant-2'
import IconUsers from '~icons/tabler/users'
import { showAmount, showCount } from '../../../lib/formats.ts'
import { withPercent } from '../../../lib/percent.ts'
import { useProfileQuery } from '../../../lib/profile-api.ts'
import { useStagesQuery } from '../../../lib/stages-api.ts'
import { earningWindow } from '../../../lib/standing.ts'
import { Explained } from '../../../ui/explained.tsx'
import { Money } from '../../../ui/money.tsx'
import { StatCard } from '../../../ui/stat-card.tsx'
import { reportsCopy } from '../copy.ts'
import { totalOf } from '../money-sums.ts'
import styles from '../reports.module.css'
import { Meter } from './meter.tsx'
import { fillGaps } from '../../../lib/fill-gaps.tsx'

const text = reportsCopy.performance

/** Team, gifts, stage and threshold at a glance. */
export function PerformanceCards({ months }: { months: readonly PerformanceMonth[] | undefined }) {
  const { data: profile } = useProfileQuery()
  const { data: stages } = useStagesQuery()
  const now = months?.at(-1)
  const year = { from: months?.[0]?.month, to: now?.month }
  const donations = months?.reduce((sum, month) => sum + month.donations, 0) ?? 0
  const window = profile && stages && earningWindow(stages, profile)
  const stage = profile?.profile.stage ?? 0
  const next = stages?.find(({ stage_number }) => stage_number === stage + 1)
  const last = stages?.length ?? 0
  return (
    <div className={styles.cards}>
      <StatCard
        title={text.teamSize}
        icon={<IconUsers aria-hidden="true" />}
        value={now && <Explained figure="network_size">{showCount(now.members)}</Explained>}
        description={
          now && (
            <>
              <Explained figure="joined" of={{ from: now.month, to: now.month }}>
                {showCount(now.joined)}
              </Explained>{' '}
              {text.joinedThisMonth}
            </>
          )
        }
      />
      <StatCard
        title={text.teamDonations}
        icon={<IconHeartHandshake aria-hidden="true" />}
        value={
          months && (
            <Explained figure="team_donations" of={year}>
              <Money amount={totalOf(months.map(({ donated }) => donated))} />
            </Explained>
          )
        }
        description={
          months && (
            <>
              <Explained figure="team_donation_count" of={year}>
                {showCount(donations)}
              </Explained>{' '}
              {text.inTwelveMonths}
            </>
          )
        }
      />
      <StatCard
        title={text.stageProgress}
        icon={<IconPlant2 aria-hidden="true" />}
        value={profile && stages && <Explained figure="stage">{text.stageOf(stage, last)}</Explained>}
        description={
          stages &&
          (next
            ? fillGaps(
                (amount) => text.nextStage(amount, next.stage_number),
                <Explained figure="stage_requirement" of={{ stage: next.stage_number }}>
                  {showAmount(next.donation_requirement)}
                </Explained>,
              )
            : text.lastStage)
        }
      >
        <Meter label={text.stageProgress} value={stage} max={last} shown={text.stageOf(stage, last)} />
      </StatCard>
      <StatCard
        title={text.thresholdUse}
        icon={<IconGauge aria-hidden="true" />}
        value={
          window && (
            <Explained figure="threshold_use">
              {withPercent(window.whole > 0 ? Math.round((window.earned / window.whole) * 100) : 0)}
            </Explained>
          )
        }
        description={
          window &&
          (window.whole > 0
            ? fillGaps(
                text.thresholdText,
                <Explained figure="window_earned">{showAmount(window.earned)}</Explained>,
                <Explained figure="whole_threshold">{showAmount(window.whole)}</Explained>,
              )
            : text.thresholdClosed)
        }
      >
        <Meter
          label={text.thresholdUse}
          value={window?.earned ?? 0}
          max={window?.whole ?? 0}
          shown={text.thresholdText(showAmount(window?.earned ?? 0), showAmount(window?.whole ?? 0))}
        />
      </StatCard>
    </div>
  )
}
