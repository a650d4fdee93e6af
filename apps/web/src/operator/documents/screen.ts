import IconFileText from '~icons/tabler/file-text'
import type { MenuScreen } from '../../lib/screen.ts'

export const documents: MenuScreen = {
  path: '/operator/documents',
  label: 'Documents',
  icon: IconFileText,
  title: 'Documents',
  lead: 'What members agree to before money moves. One operator proposes a version, another agrees.',
  load: () => import('./documents-page.tsx'),
  views: [{ name: 'console-documents' }],
}
