import IconArrowDownLeft from '~icons/tabler/arrow-down-left'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'
import { transactionsApi } from '../../lib/transactions-api.ts'
import { messages } from '../../lib/messages.ts'

const text = messages('deposit.screen', { label: 'Deposit', title: 'Deposit Funds' })

export const deposit: MemberScreen = {
  path: '/dashboard/deposit',
  ...text,
  icon: IconArrowDownLeft,
  reads: () => [transactionsApi.endpoints.transactions.initiate('Deposit', ONCE)],
  load: () => import('./deposit-page.tsx'),
  views: [{ name: 'deposit' }],
}
