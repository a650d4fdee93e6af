import IconPlug from '~icons/tabler/plug'
import type { MenuScreen } from '../../lib/screen.ts'

export const programs: MenuScreen = {
  path: '/operator/programs',
  label: 'Programs',
  icon: IconPlug,
  title: 'Programs',
  lead: 'Other programs that may read what operators read. None of them can act.',
  load: () => import('./programs-page.tsx'),
  views: [{ name: 'console-programs' }],
}
