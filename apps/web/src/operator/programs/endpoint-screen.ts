import type { DetailScreen } from '../../lib/screen.ts'

/** A demo has none: browser tests make their own. */
export const webhook: DetailScreen = {
  path: '/operator/programs/webhooks/:id',
  load: () => import('./endpoint-page.tsx'),
  views: [],
}
