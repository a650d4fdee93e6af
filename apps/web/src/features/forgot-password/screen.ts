import type { PublicScreen } from '../../lib/screen.ts'
import { messages } from '../../lib/messages.ts'

const text = messages('forgotPassword.screen', {
  title: 'Reset Your Passcode',
  lead: 'Tell us the email of your account. We send you a link to set a new passcode.',
})

export const forgotPassword: PublicScreen = {
  path: '/forgot-password',
  ...text,
  hasPageShell: true,
  load: () => import('./forgot-password-page.tsx'),
  views: [{ name: 'forgot-password' }],
}
