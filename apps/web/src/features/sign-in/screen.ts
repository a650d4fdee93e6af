import type { PublicScreen } from '../../lib/screen.ts'
import SignInPage from './sign-in-page.tsx'
import { messages } from '../../lib/messages.ts'

const text = messages('signIn.screen', {
  title: 'Access Your Account',
  lead: 'Sign in with the private key you received and your passcode.',
})

export const signIn: PublicScreen = {
  path: '/signin',
  ...text,
  hasPageShell: true,
  isHome: true,
  // Part of the first load, because most visits begin here: a separate file would be another round trip.
  load: async () => ({ default: SignInPage }),
  views: [{ name: 'sign-in', best: true }],
}
