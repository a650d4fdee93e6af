import type { DetailScreen } from '../../lib/screen.ts'

export const member: DetailScreen = {
  path: '/operator/members/:id',
  load: () => import('./member-page.tsx'),
  views: [
    { name: 'console-member', at: '/operator/members/2', best: true },
    { name: 'console-member-statement', at: '/operator/members/2?tab=statement' },
    { name: 'console-member-sessions', at: '/operator/members/2?tab=sessions' },
    { name: 'console-member-security', at: '/operator/members/2?tab=security' },
    { name: 'console-member-team', at: '/operator/members/2?tab=team' },
    { name: 'console-member-history', at: '/operator/members/2?tab=history' },
  ],
}
