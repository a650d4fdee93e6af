import type { PublicScreen } from '../../lib/screen.ts'
import { messages } from '../../lib/messages.ts'

const text = messages('demoMail.screen', {
  title: 'Mail outbox',
  lead: 'Mail that this demo would have sent, newest first. The list renews itself.',
})

export const demoMail: PublicScreen = {
  path: '/demo/mail',
  ...text,
  isDemoOnly: true,
  load: () => import('./demo-mail-page.tsx'),
  views: [{ name: 'demo-mail' }],
}
