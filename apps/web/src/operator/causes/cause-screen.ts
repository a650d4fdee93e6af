import type { DetailScreen } from '../../lib/screen.ts'

export const cause: DetailScreen = {
  path: '/operator/causes/:id',
  load: () => import('./cause-page.tsx'),
  views: [
    { name: 'console-cause', at: '/operator/causes/1' },
    { name: 'console-cause-updates', at: '/operator/causes/1?tab=updates' },
    { name: 'console-cause-new', at: '/operator/causes/new' },
  ],
}
