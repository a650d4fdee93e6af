import IconScale from '~icons/tabler/scale'
import type { MenuScreen } from '../../lib/screen.ts'

export const reserves: MenuScreen = {
  path: '/operator/reserves',
  label: 'Reserves',
  icon: IconScale,
  title: 'Reserves',
  lead: 'What the chain holds, what explains it, and what left unexplained.',
  load: () => import('./reserves-page.tsx'),
  views: [{ name: 'console-reserves' }],
}
