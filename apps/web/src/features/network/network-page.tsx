import IconUsersGroup from '~icons/tabler/users-group'
import { useScreen } from '../../lib/current-screen.ts'
import { useProfileQuery } from '../../lib/profile-api.ts'
import { useReferralsInfiniteQuery } from '../../lib/referrals-api.ts'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { ReferralCard } from '../../ui/referral-card.tsx'
import { ReferralTable } from '../../ui/referral-table.tsx'
import { LoadingGroup } from '../../ui/loading-group.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { networkCopy } from './copy.ts'
import styles from './network-page.module.css'
import { ProgressCards } from './progress-cards.tsx'
import { TeamTable } from './team-table.tsx'

const text = networkCopy.network
/** The team is below the fold, also on phones. */
const FIRST_REFERRALS = 5

export default function NetworkPage() {
  const { title } = useScreen()
  const { data, isLoading } = useProfileQuery()
  const waiting = useReferralsInfiniteQuery().isLoading || isLoading
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <PageTabs
        label={title}
        tabs={[
          {
            value: 'activity',
            label: text.activityTab,
            icon: <IconUsersGroup size={18} aria-hidden="true" />,
            content: (
              <div className={styles.activity}>
                <ReferralCard code={data?.profile.referral_code ?? undefined} />
                <LoadingGroup waiting={waiting} heights={[420]}>
                  <ReferralTable firstRows={FIRST_REFERRALS} />
                </LoadingGroup>
              </div>
            ),
          },
        ]}
      />
      {/* Its place is known when the table above it is there. */}
      <div hidden={waiting} className={styles.below}>
        <ProgressCards />
        <TeamTable />
      </div>
    </div>
  )
}
