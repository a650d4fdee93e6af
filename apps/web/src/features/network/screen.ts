import IconSitemap from '~icons/tabler/sitemap'
import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { profileApi } from '../../lib/profile-api.ts'
import { referralsApi } from '../../lib/referrals-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'
import { networkApi } from './api.ts'
import { teamPageOf } from './team-filter.ts'
import { messages } from '../../lib/messages.ts'

const text = messages('network.screen', { label: 'Network', title: 'Network' })

export const network: MemberScreen = {
  path: '/dashboard/network',
  ...text,
  icon: IconSitemap,
  card: { heading: dashboardCopy.referral.title, text: dashboardCopy.referral.hint },
  reads: () => [
    profileApi.endpoints.profile.initiate(undefined, ONCE),
    referralsApi.endpoints.referrals.initiate(undefined, ONCE),
    networkApi.endpoints.team.initiate(teamPageOf(new URLSearchParams(window.location.search)), ONCE),
  ],
  load: () => import('./network-page.tsx'),
  views: [{ name: 'network', best: true }],
}
