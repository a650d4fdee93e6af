import IconLifebuoy from '~icons/tabler/lifebuoy'
import type { MenuScreen } from '../../lib/screen.ts'

export const recovery: MenuScreen = {
  path: '/operator/recovery',
  label: 'Recovery',
  icon: IconLifebuoy,
  title: 'Recovery',
  lead: 'Payments on the chain that our records do not know, after a restore above all.',
  load: () => import('./recovery-page.tsx'),
  views: [{ name: 'console-recovery' }],
}
