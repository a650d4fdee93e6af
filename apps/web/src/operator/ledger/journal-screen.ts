import type { DetailScreen } from '../../lib/screen.ts'

export const journal: DetailScreen = {
  path: '/operator/ledger/journals/:id',
  load: () => import('./journal-page.tsx'),
  views: [{ name: 'console-journal', at: '/operator/ledger/journals/100' }],
}
