import type { PublicScreen } from '../../lib/screen.ts'
import { messages } from '../../lib/messages.ts'

const text = messages('signInLink.screen', {
  title: 'Sign In With a Link',
  lead: 'For when somebody else has tried too many passcodes for your account. You still need your key, your passcode, and your second factor if it is on.',
})

export const signInLink: PublicScreen = {
  path: '/signin-link',
  ...text,
  hasPageShell: true,
  load: () => import('./sign-in-link-page.tsx'),
  views: [{ name: 'sign-in-link' }, { name: 'sign-in-link-open', at: '/signin-link#some-token' }],
}
