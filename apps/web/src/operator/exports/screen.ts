import IconDownload from '~icons/tabler/download'
import type { MenuScreen } from '../../lib/screen.ts'

export const exports: MenuScreen = {
  path: '/operator/exports',
  label: 'Exports',
  icon: IconDownload,
  title: 'Exports',
  lead: 'Whole tables as CSV. Each export is written into the audit log.',
  load: () => import('./exports-page.tsx'),
  views: [{ name: 'console-exports' }],
}
