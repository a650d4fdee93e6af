import IconArrowUpRight from '~icons/tabler/arrow-up-right'
import { api } from '../../lib/api.ts'
import { moneyApi } from '../../lib/money-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'

export const withdraw: MemberScreen = {
  path: '/dashboard/withdraw',
  label: 'Withdraw',
  icon: IconArrowUpRight,
  title: 'Withdraw Funds',
  reads: () => [
    api.endpoints.profile.initiate(undefined, ONCE),
    moneyApi.endpoints.transactions.initiate('Withdrawal', ONCE),
  ],
  load: () => import('./withdraw-page.tsx'),
  views: [{ name: 'withdraw' }],
}
