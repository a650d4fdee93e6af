import IconArrowDownLeft from '~icons/tabler/arrow-down-left'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'
import { transactionsApi } from '../../lib/transactions-api.ts'

export const deposit: MemberScreen = {
  path: '/dashboard/deposit',
  label: 'Deposit',
  icon: IconArrowDownLeft,
  title: 'Deposit Funds',
  reads: () => [transactionsApi.endpoints.transactions.initiate('Deposit', ONCE)],
  load: () => import('./deposit-page.tsx'),
  views: [{ name: 'deposit' }],
}
