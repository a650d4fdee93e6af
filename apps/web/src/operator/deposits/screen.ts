import IconArrowDownLeft from '~icons/tabler/arrow-down-left'
import type { MenuScreen } from '../../lib/screen.ts'

export const deposits: MenuScreen = {
  path: '/operator/deposits',
  label: 'Deposits',
  icon: IconArrowDownLeft,
  title: 'Deposits',
  lead: 'What arrived on the chain, and what arrived and is nobody’s yet.',
  load: () => import('./deposits-page.tsx'),
  views: [{ name: 'console-deposits' }, { name: 'console-unmatched', at: '/operator/deposits?tab=unmatched' }],
}
