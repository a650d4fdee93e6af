import IconUsers from '~icons/tabler/users'
import type { MenuScreen } from '../../lib/screen.ts'

export const members: MenuScreen = {
  path: '/operator/members',
  label: 'Members',
  icon: IconUsers,
  title: 'Members',
  lead: 'Find an account by name, e-mail, referral code, number or address.',
  load: () => import('./members-page.tsx'),
  views: [{ name: 'console-members' }],
}
