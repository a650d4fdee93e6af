import type { PublicScreen } from '../../lib/screen.ts'

export const signIn: PublicScreen = {
  path: '/signin',
  title: 'Access Your Account',
  lead: 'Sign in with the private key you received and your passcode.',
  hasPageShell: true,
  isHome: true,
  load: () => import('./sign-in-page.tsx'),
  views: [{ name: 'sign-in', best: true }],
}
