import type { PublicScreen } from '../../lib/screen.ts'

export const signUpSuccess: PublicScreen = {
  path: '/signup-success',
  title: 'Success',
  lead: 'Your sign-up succeeded. You can now sign in with your Private Key and Passcode.',
  load: () => import('./sign-up-success-page.tsx'),
  // The key comes from the sign-up; without it there is nothing to show.
  views: [],
}
