import IconLayoutDashboard from '~icons/tabler/layout-dashboard'
import { activitiesApi } from '../../lib/activities-api.ts'
import { copy } from '../../lib/copy.ts'
import { networkStatsApi } from '../../lib/network-stats-api.ts'
import { profileApi } from '../../lib/profile-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'
import { stagesApi } from '../../lib/stages-api.ts'
import { overviewApi } from './api.ts'
import { messages } from '../../lib/messages.ts'

const { teamStats, topReferrers } = overviewApi.endpoints

const text = messages('overview.screen', { title: 'Financial Overview' })

export const overview: MemberScreen = {
  path: '/dashboard',
  label: copy.menu.dashboard,
  icon: IconLayoutDashboard,
  ...text,
  documentTitle: copy.menu.dashboard,
  reads: () => [
    profileApi.endpoints.profile.initiate(undefined, ONCE),
    stagesApi.endpoints.stages.initiate(undefined, ONCE),
    networkStatsApi.endpoints.networkStats.initiate(undefined, ONCE),
    activitiesApi.endpoints.activities.initiate(undefined, ONCE),
    teamStats.initiate(undefined, ONCE),
    topReferrers.initiate(undefined, ONCE),
  ],
  load: () => import('./overview-page.tsx'),
  views: [{ name: 'overview', best: true }],
}
