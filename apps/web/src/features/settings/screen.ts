import IconSettings from '~icons/tabler/settings'
import { profileApi } from '../../lib/profile-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'
import { messages } from '../../lib/messages.ts'

const text = messages('settings.screen', { label: 'Setting', title: 'Account Settings' })

export const settings: MemberScreen = {
  path: '/dashboard/setting',
  ...text,
  icon: IconSettings,
  reads: () => [profileApi.endpoints.profile.initiate(undefined, ONCE)],
  load: () => import('./settings-page.tsx'),
  views: [
    { name: 'settings-profile' },
    { name: 'settings-security', at: '/dashboard/setting?tab=security' },
    { name: 'settings-inbox', at: '/dashboard/setting?tab=inbox' },
    { name: 'settings-data', at: '/dashboard/setting?tab=data' },
  ],
}
