import IconPlug from '~icons/tabler/plug'
import type { MenuScreen } from '../../lib/screen.ts'

export const programs: MenuScreen = {
  path: '/operator/programs',
  label: 'Programs',
  icon: IconPlug,
  title: 'Programs',
  lead: 'Other programs: which may read what operators read, and which are told what happens. None of them can act.',
  load: () => import('./programs-page.tsx'),
  views: [{ name: 'console-programs' }],
}
