import IconUsersGroup from '~icons/tabler/users-group'
import { useProfileQuery } from '../../lib/api.ts'
import { useReferralsInfiniteQuery } from '../../lib/member-api.ts'
import { teamCopy } from '../../lib/team-copy.ts'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ReferralCard } from '../../ui/referral-card.tsx'
import { ReferralTable } from '../../ui/referral-table.tsx'
import { LoadingGroup } from '../../ui/loading-group.tsx'
import styles from './network-page.module.css'
import { ProgressCards } from './progress-cards.tsx'
import { TeamTable } from './team-table.tsx'

const text = teamCopy.network
/** The team is one screen further down, also on a phone. */
const FIRST_REFERRALS = 5

export default function NetworkPage() {
  const { data, isLoading } = useProfileQuery()
  const waiting = useReferralsInfiniteQuery().isLoading || isLoading
  return (
    <div className={styles.page}>
      <PageTitle documentTitle={text.title}>{text.title}</PageTitle>
      <PageTabs
        label={text.title}
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
