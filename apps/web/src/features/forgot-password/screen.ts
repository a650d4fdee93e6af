import type { PublicScreen } from '../../lib/screen.ts'

export const forgotPassword: PublicScreen = {
  path: '/forgot-password',
  title: 'Reset Your Passcode',
  lead: 'Tell us the email of your account. We send you a link to set a new passcode.',
  hasPageShell: true,
  load: () => import('./forgot-password-page.tsx'),
  views: [{ name: 'forgot-password' }],
}
