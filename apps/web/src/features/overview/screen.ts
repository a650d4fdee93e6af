import IconLayoutDashboard from '~icons/tabler/layout-dashboard'
import { api } from '../../lib/api.ts'
import { copy } from '../../lib/copy.ts'
import { memberApi } from '../../lib/member-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'

const { profile } = api.endpoints
const { stages, networkStats, activities, teamStats, topReferrers } = memberApi.endpoints

export const overview: MemberScreen = {
  path: '/dashboard',
  label: copy.menu.dashboard,
  icon: IconLayoutDashboard,
  title: 'Financial Overview',
  documentTitle: copy.menu.dashboard,
  reads: () => [
    profile.initiate(undefined, ONCE),
    stages.initiate(undefined, ONCE),
    networkStats.initiate(undefined, ONCE),
    activities.initiate(undefined, ONCE),
    teamStats.initiate(undefined, ONCE),
    topReferrers.initiate(undefined, ONCE),
  ],
  load: () => import('./overview-page.tsx'),
  views: [{ name: 'overview', best: true }],
}
