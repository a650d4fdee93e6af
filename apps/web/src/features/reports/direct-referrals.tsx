import IconUserCheck from '~icons/tabler/user-check'
import IconUsers from '~icons/tabler/users'
import { showCount } from '../../lib/formats.ts'
import { useNetworkStatsQuery } from '../../lib/network-stats-api.ts'
import { Explained } from '../../ui/explained.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ReferralTable } from '../../ui/referral-table.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import { reportsCopy } from './copy.ts'
import styles from './reports.module.css'

const text = reportsCopy.directReferrals

export function DirectReferrals() {
  const { data, isError, refetch } = useNetworkStatsQuery()
  return (
    <div className={styles.report}>
      <h2 className="visually-hidden">{reportsCopy.reports.directReferrals}</h2>
      {isError && !data ? (
        <LoadFailure text={reportsCopy.reports.failed} retryLabel={reportsCopy.reports.retry} onRetry={refetch} />
      ) : (
        <div className={styles.cards}>
          <StatCard
            title={text.totalReferrals}
            description={text.totalDescription}
            icon={<IconUsers aria-hidden="true" />}
            value={data && <Explained figure="total_referrals">{showCount(data.team.total_referrals)}</Explained>}
          />
          <StatCard
            title={text.activeReferrals}
            description={text.activeDescription}
            icon={<IconUserCheck aria-hidden="true" />}
            value={data && <Explained figure="active_referrals">{showCount(data.team.active_referrals)}</Explained>}
          />
        </div>
      )}
      <ReferralTable caption={text.list} />
    </div>
  )
}
