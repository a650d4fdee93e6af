import IconTrophy from '~icons/tabler/trophy'
import IconUsers from '~icons/tabler/users'
import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { showCount } from '../../lib/formats.ts'
import { Explained } from '../../ui/explained.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import { useTeamStatsQuery, useTopReferrersQuery } from './api.ts'
import { overviewCopy } from './copy.ts'
import styles from './overview.module.css'

const text = overviewCopy

export function TeamCards() {
  const team = useTeamStatsQuery()
  const top = useTopReferrersQuery()
  const failed = (team.isError && !team.data) || (top.isError && !top.data)
  return (
    <section className={styles.stack} aria-label={text.team}>
      <div className={styles.balances}>
        <StatCard
          title={text.activeMembers}
          value={
            team.data ? (
              <Explained figure="active_members">{showCount(team.data.stats.active_members)}</Explained>
            ) : undefined
          }
          description={text.activeMembersText}
          icon={<IconUsers aria-hidden="true" />}
        />
        <StatCard
          title={text.topReferrers}
          value={
            top.data ? (
              <Explained figure="top_referrers">{showCount(top.data.top_referrers.length)}</Explained>
            ) : undefined
          }
          description={text.topReferrersText}
          icon={<IconTrophy aria-hidden="true" />}
        />
      </div>
      {failed ? (
        <LoadFailure
          text={dashboardCopy.blocks.failed}
          retryLabel={dashboardCopy.blocks.retry}
          onRetry={() => Promise.all([team.refetch(), top.refetch()])}
        />
      ) : null}
    </section>
  )
}
