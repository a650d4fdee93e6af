import type { PublicScreen } from '../../lib/screen.ts'

export const demoMail: PublicScreen = {
  path: '/demo/mail',
  title: 'Mail outbox',
  lead: 'Mail that this demo would have sent, newest first. The list renews itself.',
  isDemoOnly: true,
  load: () => import('./demo-mail-page.tsx'),
  views: [{ name: 'demo-mail' }],
}
