import type { ReactNode } from 'react'
import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { useNetworkStatsQuery } from '../../lib/network-stats-api.ts'
import { Explained } from '../../ui/explained.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ReferralCard } from '../../ui/referral-card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { overviewCopy } from './copy.ts'
import type { Member } from './member.ts'
import styles from './overview.module.css'

const text = overviewCopy

export function ReferralSection({ member }: { member: Member | undefined }) {
  const { data, isError, refetch } = useNetworkStatsQuery()
  const profile = member?.profile
  return (
    <ReferralCard code={profile?.referral_code ?? undefined}>
      <dl className={styles.facts}>
        <Fact label={text.networkSize}>
          {data ? <Explained figure="network_size">{text.members(data.stats.total_members)}</Explained> : undefined}
        </Fact>
        <Fact label={text.currentStage}>
          {profile ? <Explained figure="stage">{text.stage(profile.stage)}</Explained> : undefined}
        </Fact>
        <Fact label={text.status}>
          {profile ? (
            <Explained figure="status">
              <StatusDot tone={profile.status === 'active' ? 'positive' : 'calm'}>
                {text.statuses[profile.status]}
              </StatusDot>
            </Explained>
          ) : undefined}
        </Fact>
      </dl>
      {isError && !data ? (
        <LoadFailure text={dashboardCopy.blocks.failed} retryLabel={dashboardCopy.blocks.retry} onRetry={refetch} />
      ) : null}
    </ReferralCard>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children ?? <Skeleton width={80} height={20} />}</dd>
    </div>
  )
}
