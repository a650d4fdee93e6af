import IconReceipt from '~icons/tabler/receipt'
import { useActivitiesInfiniteQuery } from '../../lib/activities-api.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { useReferralsInfiniteQuery } from '../../lib/referrals-api.ts'
import { useTransactionsInfiniteQuery } from '../../lib/transactions-api.ts'
import { ActivityTable } from '../../ui/activity-table.tsx'
import styles from '../../ui/money-screen.module.css'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { ReferralTable } from '../../ui/referral-table.tsx'
import { LoadingGroup } from '../../ui/loading-group.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { RecentTransactions } from './recent-transactions.tsx'

const text = dashboardCopy.transactions

export default function TransactionsPage() {
  const { title } = useScreen()
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <PageTabs
        label={title}
        tabs={[
          {
            value: 'transactions',
            label: text.tab,
            icon: <IconReceipt size={18} aria-hidden="true" />,
            content: <Tables />,
          },
        ]}
      />
    </div>
  )
}

function Tables() {
  const reads = [useTransactionsInfiniteQuery('all'), useReferralsInfiniteQuery(), useActivitiesInfiniteQuery()]
  return (
    <LoadingGroup waiting={reads.some(({ isLoading }) => isLoading)}>
      <div className={styles.page}>
        <RecentTransactions />
        <ReferralTable />
        <ActivityTable caption={text.activityLog} emptyText={text.activityLogEmpty} emptyHint={text.activityLogHint} />
      </div>
    </LoadingGroup>
  )
}
