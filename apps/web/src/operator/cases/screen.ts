import IconMessageCircle from '~icons/tabler/message-circle'
import type { MenuScreen } from '../../lib/screen.ts'

export const cases: MenuScreen = {
  path: '/operator/cases',
  label: 'Cases',
  icon: IconMessageCircle,
  title: 'Cases',
  lead: 'What members ask. Who has waited longest comes first.',
  load: () => import('./cases-page.tsx'),
  views: [{ name: 'console-cases' }],
}
