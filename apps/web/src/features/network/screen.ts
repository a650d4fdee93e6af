import IconSitemap from '~icons/tabler/sitemap'
import { api } from '../../lib/api.ts'
import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { memberApi } from '../../lib/member-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'
import { teamApi } from '../../lib/team-api.ts'
import { teamPageOf } from '../../lib/team-filter.ts'

export const network: MemberScreen = {
  path: '/dashboard/network',
  label: 'Network',
  icon: IconSitemap,
  title: 'Network',
  card: { heading: dashboardCopy.referral.title, text: dashboardCopy.referral.hint },
  reads: () => [
    api.endpoints.profile.initiate(undefined, ONCE),
    memberApi.endpoints.referrals.initiate(undefined, ONCE),
    teamApi.endpoints.team.initiate(teamPageOf(new URLSearchParams(window.location.search)), ONCE),
  ],
  load: () => import('./network-page.tsx'),
  views: [{ name: 'network', best: true }],
}
