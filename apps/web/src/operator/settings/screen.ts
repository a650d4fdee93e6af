import IconSettings from '~icons/tabler/settings'
import type { MenuScreen } from '../../lib/screen.ts'

export const settings: MenuScreen = {
  path: '/operator/settings',
  label: 'Settings',
  icon: IconSettings,
  title: 'Settings',
  lead: 'What can be switched here. Everything else is set where the server is started.',
  load: () => import('./settings-page.tsx'),
  views: [{ name: 'console-settings' }],
}
