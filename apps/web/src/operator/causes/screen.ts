import IconHeart from '~icons/tabler/heart-handshake'
import type { MenuScreen } from '../../lib/screen.ts'

export const causes: MenuScreen = {
  path: '/operator/causes',
  label: 'Causes',
  icon: IconHeart,
  title: 'Causes',
  lead: 'Who receives donations, what they were given, and what they were paid.',
  load: () => import('./causes-page.tsx'),
  views: [{ name: 'console-causes' }],
}
