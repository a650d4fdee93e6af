import type { PublicScreen } from '../../lib/screen.ts'

export const signUpSuccess: PublicScreen = {
  path: '/signup-success',
  title: 'Success',
  lead: 'Your sign-up succeeded. You can now sign in with your Private Key and Passcode.',
  load: () => import('./sign-up-success-page.tsx'),
  // The key comes with the sign-up: there is nothing to see without one.
  views: [],
}
