import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { useProfileQuery } from '../../lib/profile-api.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { overviewCopy } from './copy.ts'
import { EarningActivity } from './earning-activity.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Figures } from './figures.tsx'
import styles from './overview.module.css'
import { ProofLine } from './proof-line.tsx'
import { ReferralSection } from './referral-section.tsx'
import { TeamCards } from './team-cards.tsx'

const text = overviewCopy

export default function OverviewPage() {
  const { data, isError, refetch } = useProfileQuery()
  // Operators and auditors sign in here too, and have no place in the tree.
  const isOutside = data !== undefined && data.profile.referral_code === null
  return (
    <div className={styles.page}>
      <ScreenTitle />
      {isError && !data ? (
        <LoadFailure text={dashboardCopy.blocks.failed} retryLabel={dashboardCopy.blocks.retry} onRetry={refetch} />
      ) : null}
      {isOutside ? (
        <Notice tone="calm">{text.notAMember}</Notice>
      ) : (
        <>
          <FirstSteps member={data} />
          <Figures member={data} />
          <ProofLine />
          <div className={styles.beside}>
            <ReferralSection member={data} />
            <EarningActivity member={data} />
          </div>
          <TeamCards />
        </>
      )}
    </div>
  )
}
