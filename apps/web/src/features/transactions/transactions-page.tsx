import IconReceipt from '~icons/tabler/receipt'
import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { useActivitiesInfiniteQuery, useReferralsInfiniteQuery } from '../../lib/member-api.ts'
import { useTransactionsInfiniteQuery } from '../../lib/money-api.ts'
import { ActivityTable } from '../../ui/activity-table.tsx'
import styles from '../../ui/money-screen.module.css'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ReferralTable } from '../../ui/referral-table.tsx'
import { LoadingGroup } from '../../ui/loading-group.tsx'
import { RecentTransactions } from './recent-transactions.tsx'

const text = dashboardCopy.transactions

export default function TransactionsPage() {
  return (
    <div className={styles.page}>
      <PageTitle documentTitle={text.tab}>{text.title}</PageTitle>
      <PageTabs
        label={text.title}
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
        <ActivityTable caption={text.activityLog} emptyText={text.activityLogEmpty} />
      </div>
    </LoadingGroup>
  )
}
