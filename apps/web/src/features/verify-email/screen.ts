import type { PublicScreen } from '../../lib/screen.ts'

export const verifyEmail: PublicScreen = {
  path: '/verify-email',
  title: 'Verify Your Email',
  lead: 'One click shows that the mail reached you.',
  load: () => import('./verify-email-page.tsx'),
  views: [{ name: 'verify-email', at: '/verify-email#some-token' }],
}
