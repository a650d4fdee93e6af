import type { AuthEventKind } from '@trefoil/core/identity/auth-events'
import { messages } from '../../lib/messages.ts'

/** What happened to an account's access. In English, the words of the server. */
export const eventCopy: Partial<Record<string, string>> = messages('securityEvents', {
  sign_up: 'The account was opened',
  sign_in: 'Signed in',
  console_sign_in: 'Signed in to the console',
  sign_in_failed: 'Wrong passcode at sign-in',
  code_failed: 'Wrong code of the second factor',
  sign_out: 'Signed out',
  refresh_token_reused: 'An old session token was used again: the session was ended',
  passcode_changed: 'The passcode was changed',
  sign_in_link_used: 'A mailed sign-in link made a browser known',
  reset_requested: 'A link to reset the passcode was requested',
  reset_used: 'The passcode was reset by mail',
  two_factor_on: 'Two-factor authentication was turned on',
  two_factor_off: 'Two-factor authentication was turned off',
  two_factor_reset: 'Two-factor authentication was turned off by an operator',
  recovery_code_used: 'A recovery code was used',
  recovery_codes_renewed: 'Recovery codes were renewed',
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was removed',
  passkey_copied: 'A passkey was blocked, because there is a copy of it',
  email_changed: 'The e-mail address was changed',
  email_verified: 'The e-mail address was verified',
  email_change_undone: 'The change of the e-mail address was undone, from the old address',
  sessions_ended: 'An operator ended all sessions',
  session_ended: 'A session was ended in the settings',
  other_sessions_ended: 'All other sessions were ended in the settings',
  step_up: 'The second factor was shown again at the console',
  data_exported: 'A copy of the data was asked for',
  account_erased: 'The account was erased',
} satisfies Record<AuthEventKind, string>)
