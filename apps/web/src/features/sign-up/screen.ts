import type { PublicScreen } from '../../lib/screen.ts'

export const signUp: PublicScreen = {
  path: '/signup',
  title: 'Create Your Account',
  lead: 'You need the referral code of a member. Your private key comes right after.',
  hasPageShell: true,
  load: () => import('./sign-up-page.tsx'),
  views: [{ name: 'sign-up' }],
}
