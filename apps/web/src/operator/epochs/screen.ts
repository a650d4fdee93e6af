import IconSum from '~icons/tabler/sum'
import type { MenuScreen } from '../../lib/screen.ts'

export const epochs: MenuScreen = {
  path: '/operator/epochs',
  label: 'Epochs',
  icon: IconSum,
  title: 'Epochs',
  lead: 'What is owed to everybody, counted every day and posted beside what is there.',
  load: () => import('./epochs-page.tsx'),
  views: [{ name: 'console-epochs' }],
}
