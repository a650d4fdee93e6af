import IconUsersGroup from '~icons/tabler/users-group'
import type { MenuScreen } from '../../lib/screen.ts'

export const proposals: MenuScreen = {
  path: '/operator/proposals',
  label: 'Two-person acts',
  icon: IconUsersGroup,
  title: 'Two-person acts',
  lead: 'One operator proposes, another agrees. Nothing happens before.',
  load: () => import('./proposals-page.tsx'),
  views: [{ name: 'console-proposals' }],
}
