import IconReceipt from '~icons/tabler/receipt'
import { memberApi } from '../../lib/member-api.ts'
import { moneyApi } from '../../lib/money-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'

const { transactions: all } = moneyApi.endpoints
const { referrals, activities } = memberApi.endpoints

export const transactions: MemberScreen = {
  path: '/dashboard/transactions',
  label: 'Transactions',
  icon: IconReceipt,
  title: 'Activity Details',
  documentTitle: 'Transactions',
  reads: () => [all.initiate('all', ONCE), referrals.initiate(undefined, ONCE), activities.initiate(undefined, ONCE)],
  load: () => import('./transactions-page.tsx'),
  views: [{ name: 'transactions' }],
}
