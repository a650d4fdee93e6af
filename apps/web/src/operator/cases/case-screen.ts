import type { DetailScreen } from '../../lib/screen.ts'

/** Which cases there are depends on what members asked, so browser tests open their own. */
export const supportCase: DetailScreen = {
  path: '/operator/cases/:reference',
  load: () => import('./case-page.tsx'),
  views: [],
}
