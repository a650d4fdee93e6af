import IconArrowDownLeft from '~icons/tabler/arrow-down-left'
import { moneyApi } from '../../lib/money-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'

export const deposit: MemberScreen = {
  path: '/dashboard/deposit',
  label: 'Deposit',
  icon: IconArrowDownLeft,
  title: 'Deposit Funds',
  reads: () => [moneyApi.endpoints.transactions.initiate('Deposit', ONCE)],
  load: () => import('./deposit-page.tsx'),
  views: [{ name: 'deposit' }],
}
