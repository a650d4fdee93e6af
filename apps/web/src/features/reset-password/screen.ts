import { SECURITY_HOLD_HOURS } from '@trefoil/core/identity/security-hold'
import type { PublicScreen } from '../../lib/screen.ts'
import { messages } from '../../lib/messages.ts'

const text = messages('resetPassword.screen', {
  title: 'Set a New Passcode',
  lead: (hours: number) =>
    `Afterwards you sign in again everywhere, and withdrawals, transfers and donations pause for ${hours} hours.`,
})

export const resetPassword: PublicScreen = {
  path: '/reset-password/:token',
  title: text.title,
  lead: text.lead(SECURITY_HOLD_HOURS),
  load: () => import('./reset-password-page.tsx'),
  views: [{ name: 'reset-password', at: '/reset-password/some-token' }],
}
