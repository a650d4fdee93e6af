import IconChartBar from '~icons/tabler/chart-bar'
import { networkStatsApi } from '../../lib/network-stats-api.ts'
import { referralsApi } from '../../lib/referrals-api.ts'
import { ONCE, type MemberScreen } from '../../lib/screen.ts'
import { messages } from '../../lib/messages.ts'

const text = messages('reports.screen', { label: 'Reports', title: 'Reports Overview' })

export const reports: MemberScreen = {
  path: '/dashboard/reports',
  ...text,
  icon: IconChartBar,
  reads: () => [
    networkStatsApi.endpoints.networkStats.initiate(undefined, ONCE),
    referralsApi.endpoints.referrals.initiate(undefined, ONCE),
  ],
  load: () => import('./reports-page.tsx'),
  views: [
    { name: 'reports-referrals' },
    { name: 'reports-earning', at: '/dashboard/reports?tab=earning', best: true },
    { name: 'reports-performance', at: '/dashboard/reports?tab=performance' },
    { name: 'reports-tree', at: '/dashboard/reports?tab=tree' },
    { name: 'reports-graph', at: '/dashboard/reports?tab=graph', best: true },
  ],
}
