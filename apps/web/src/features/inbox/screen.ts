import IconBell from '~icons/tabler/bell'
import { profileApi } from '../../lib/profile-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'
import { messages } from '../../lib/messages.ts'

const text = messages('inbox.screen', { label: 'Inbox', title: 'Inbox' })

export const inbox: MemberScreen = {
  path: '/dashboard/inbox',
  ...text,
  icon: IconBell,
  reads: () => [profileApi.endpoints.profile.initiate(undefined, ONCE)],
  load: () => import('./inbox-page.tsx'),
  views: [{ name: 'inbox' }],
}
