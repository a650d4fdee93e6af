import IconBell from '~icons/tabler/bell'
import { profileApi } from '../../lib/profile-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'

export const inbox: MemberScreen = {
  path: '/dashboard/inbox',
  label: 'Inbox',
  icon: IconBell,
  title: 'Inbox',
  reads: () => [profileApi.endpoints.profile.initiate(undefined, ONCE)],
  load: () => import('./inbox-page.tsx'),
  views: [{ name: 'inbox' }],
}
