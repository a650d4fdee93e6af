import IconBook2 from '~icons/tabler/book-2'
import type { MenuScreen } from '../../lib/screen.ts'

export const ledger: MenuScreen = {
  path: '/operator/ledger',
  label: 'Ledger',
  icon: IconBook2,
  title: 'Ledger',
  lead: 'From an account to its lines, from a line to its journal, from a journal to what caused it.',
  load: () => import('./ledger-page.tsx'),
  views: [{ name: 'console-ledger' }, { name: 'console-journals', at: '/operator/ledger?tab=journals' }],
}
