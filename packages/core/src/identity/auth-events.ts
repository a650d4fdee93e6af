/**
 * What happens to an account's access, and how its history says so. A kind is stored as text, so a new one is a line
 * here and no migration. Kinds are never renamed: stored events keep theirs.
 */
const kinds = {
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
  country_refused: 'A country was named in which we do not offer this',
  data_exported: 'A copy of the data was asked for',
  account_erased: 'The account was erased',
} as const

export type AuthEventKind = keyof typeof kinds

export const authEventKinds = Object.keys(kinds) as AuthEventKind[]

/** These can be caused as often as somebody likes, so one a minute is kept for each account. */
const grouped: ReadonlySet<AuthEventKind> = new Set(['sign_in_failed', 'code_failed', 'country_refused'])

export const isGrouped = (kind: AuthEventKind): boolean => grouped.has(kind)

/** A kind that a newer version wrote is shown as it is. */
export const describeAuthEvent = (kind: string): string => (kinds as Record<string, string>)[kind] ?? kind
