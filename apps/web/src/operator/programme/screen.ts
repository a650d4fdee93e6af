import IconAdjustments from '~icons/tabler/adjustments'
import type { MenuScreen } from '../../lib/screen.ts'

export const programme: MenuScreen = {
  path: '/operator/programme',
  label: 'Programme',
  icon: IconAdjustments,
  title: 'Programme',
  lead: 'Every change is a new version, kept forever. Every donation records the version it was divided by.',
  load: () => import('./programme-page.tsx'),
  views: [{ name: 'console-programme', best: true }],
}
