import type { PublicScreen } from '../../lib/screen.ts'
import { messages } from '../../lib/messages.ts'

const text = messages('signUp.screen', {
  title: 'Create Your Account',
  lead: 'You need the referral code of a member. Your private key comes right after.',
})

export const signUp: PublicScreen = {
  path: '/signup',
  ...text,
  hasPageShell: true,
  load: () => import('./sign-up-page.tsx'),
  views: [{ name: 'sign-up' }],
}
