import IconShieldCheck from '~icons/tabler/shield-check'
import { activitiesApi } from '../../lib/activities-api.ts'
import { profileApi } from '../../lib/profile-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'
import { messages } from '../../lib/messages.ts'

const text = messages('verify.screen', {
  label: 'Verify',
  title: 'Verify',
  lead: 'Your browser computes again what the server says about your money.',
})

export const verify: MemberScreen = {
  path: '/dashboard/verify',
  ...text,
  icon: IconShieldCheck,
  reads: () => [
    profileApi.endpoints.profile.initiate(undefined, ONCE),
    activitiesApi.endpoints.activities.initiate(undefined, ONCE),
  ],
  load: () => import('./verify-page.tsx'),
  views: [{ name: 'verify' }],
}
