import IconGauge from '~icons/tabler/gauge'
import type { MenuScreen } from '../../lib/screen.ts'

export const overview: MenuScreen = {
  path: '/operator',
  label: 'Overview',
  icon: IconGauge,
  title: 'Overview',
  lead: 'Whose the money is, what waits, and whether everything is well.',
  load: () => import('./overview-page.tsx'),
  views: [{ name: 'console-overview', best: true }],
}
