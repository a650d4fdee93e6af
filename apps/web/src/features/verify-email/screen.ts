import type { PublicScreen } from '../../lib/screen.ts'
import { messages } from '../../lib/messages.ts'

const text = messages('verifyEmail.screen', {
  title: 'Verify Your Email',
  lead: 'One click shows that the mail reached you.',
})

export const verifyEmail: PublicScreen = {
  path: '/verify-email',
  ...text,
  load: () => import('./verify-email-page.tsx'),
  views: [{ name: 'verify-email', at: '/verify-email#some-token' }],
}
