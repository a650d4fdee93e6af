import { z } from 'zod'
import { route } from './route.ts'
import { done, passcode, secondFactor } from './shapes.ts'

const recoveryCodes = z.array(z.string())
const authenticatorCode = z.string().min(6).max(20)

export const setUpTwoFactor = route({
  method: 'POST',
  path: '/users/two-factor/setup',
  access: 'signed-in',
  summary: 'A fresh secret for the authenticator app. Two-factor stays off until a code confirms it.',
  /** An account that has passkeys confirms with one of them. */
  body: z.strictObject({ password: passcode, code: secondFactor.optional() }),
  reply: done.extend({ data: z.object({ secret: z.string(), otpauth_url: z.string() }) }),
})

export const enableTwoFactor = route({
  method: 'POST',
  path: '/users/two-factor/enable',
  access: 'signed-in',
  summary: 'Confirm the set-up with a code. The reply shows the recovery codes, once.',
  body: z.strictObject({ code: authenticatorCode }),
  reply: done.extend({ data: z.object({ recovery_codes: recoveryCodes }) }),
})

export const disableTwoFactor = route({
  method: 'POST',
  path: '/users/two-factor/disable',
  access: 'signed-in',
  summary: 'Turn the codes of the authenticator app off.',
  body: z.strictObject({ password: passcode, code: secondFactor }),
  reply: done,
})

export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/users/two-factor/recovery-codes',
  access: 'signed-in',
  summary: 'New recovery codes. The old ones stop working.',
  body: z.strictObject({ code: secondFactor }),
  reply: done.extend({ data: z.object({ recovery_codes: recoveryCodes }) }),
})
