import IconHistory from '~icons/tabler/history'
import type { MenuScreen } from '../../lib/screen.ts'

export const audit: MenuScreen = {
  path: '/operator/audit',
  label: 'Audit log',
  icon: IconHistory,
  title: 'Audit log',
  lead: 'Every act of an operator: who, when, from where, why. Nobody can change it.',
  load: () => import('./audit-page.tsx'),
  views: [{ name: 'console-audit' }],
}
