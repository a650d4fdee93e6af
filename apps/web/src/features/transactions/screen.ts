import IconReceipt from '~icons/tabler/receipt'
import { activitiesApi } from '../../lib/activities-api.ts'
import { referralsApi } from '../../lib/referrals-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'
import { transactionsApi } from '../../lib/transactions-api.ts'
import { messages } from '../../lib/messages.ts'

const text = messages('transactions.screen', {
  label: 'Transactions',
  title: 'Activity Details',
  documentTitle: 'Transactions',
})

export const transactions: MemberScreen = {
  path: '/dashboard/transactions',
  ...text,
  icon: IconReceipt,
  reads: () => [
    transactionsApi.endpoints.transactions.initiate('all', ONCE),
    referralsApi.endpoints.referrals.initiate(undefined, ONCE),
    activitiesApi.endpoints.activities.initiate(undefined, ONCE),
  ],
  load: () => import('./transactions-page.tsx'),
  views: [{ name: 'transactions' }],
}
