import IconLifebuoy from '~icons/tabler/lifebuoy'
import { messages } from '../../lib/messages.ts'
import { profileApi } from '../../lib/profile-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'

const text = messages('support.screen', {
  label: 'Support',
  title: 'Support',
  lead: 'Questions about a deposit are mostly answered at once. For everything else, write to us.',
})

export const support: MemberScreen = {
  path: '/dashboard/support',
  ...text,
  icon: IconLifebuoy,
  reads: () => [profileApi.endpoints.profile.initiate(undefined, ONCE)],
  load: () => import('./support-page.tsx'),
  views: [
    { name: 'support' },
    { name: 'support-missing-deposit', at: '/dashboard/support?ask=missing_deposit' },
    { name: 'support-wrong-network', at: '/dashboard/support?ask=wrong_network' },
    { name: 'support-question', at: '/dashboard/support?ask=other' },
  ],
}
