import IconArrowUpRight from '~icons/tabler/arrow-up-right'
import type { MenuScreen } from '../../lib/screen.ts'

export const withdrawals: MenuScreen = {
  path: '/operator/withdrawals',
  label: 'Withdrawals',
  icon: IconArrowUpRight,
  title: 'Withdrawals',
  lead: 'What did not leave by itself waits here for a decision.',
  load: () => import('./withdrawals-page.tsx'),
  views: [{ name: 'console-withdrawals', at: '/operator/withdrawals?show=all', best: true }],
}
