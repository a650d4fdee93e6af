import { SECURITY_HOLD_HOURS } from '@trefoil/core/identity/security-hold'
import type { PublicScreen } from '../../lib/screen.ts'

export const resetPassword: PublicScreen = {
  path: '/reset-password/:token',
  title: 'Set a New Passcode',
  lead: `Afterwards you sign in again everywhere, and withdrawals, transfers and donations pause for ${SECURITY_HOLD_HOURS} hours.`,
  load: () => import('./reset-password-page.tsx'),
  views: [{ name: 'reset-password', at: '/reset-password/some-token' }],
}
