import IconArrowUpRight from '~icons/tabler/arrow-up-right'
import { profileApi } from '../../lib/profile-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'
import { transactionsApi } from '../../lib/transactions-api.ts'
import { messages } from '../../lib/messages.ts'

const text = messages('withdraw.screen', { label: 'Withdraw', title: 'Withdraw Funds' })

export const withdraw: MemberScreen = {
  path: '/dashboard/withdraw',
  ...text,
  icon: IconArrowUpRight,
  reads: () => [
    profileApi.endpoints.profile.initiate(undefined, ONCE),
    transactionsApi.endpoints.transactions.initiate('Withdrawal', ONCE),
  ],
  load: () => import('./withdraw-page.tsx'),
  views: [{ name: 'withdraw' }],
}
