import IconShieldSearch from '~icons/tabler/shield-search'
import type { MenuScreen } from '../../lib/screen.ts'

export const screening: MenuScreen = {
  path: '/operator/screening',
  label: 'Screening',
  icon: IconShieldSearch,
  title: 'Screening',
  lead: 'What screening holds until an operator decides. Members are not told why.',
  load: () => import('./screening-page.tsx'),
  views: [{ name: 'console-screening' }],
}
