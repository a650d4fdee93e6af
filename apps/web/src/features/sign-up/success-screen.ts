import type { PublicScreen } from '../../lib/screen.ts'
import { messages } from '../../lib/messages.ts'

const text = messages('signUpSuccess.screen', {
  title: 'Success',
  lead: 'Your sign-up succeeded. You can now sign in with your Private Key and Passcode.',
})

export const signUpSuccess: PublicScreen = {
  path: '/signup-success',
  ...text,
  load: () => import('./sign-up-success-page.tsx'),
  // The key comes from the sign-up; without it there is nothing to show.
  views: [],
}
