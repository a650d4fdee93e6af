import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { Visitor } from './visitor.ts'

/** The app on a phone, `steps` later or earlier, because a code works once. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Turns it on with the previous step's code, so that the current and the next one are still unused. */
export async function turnOnTwoFactor(visitor: Visitor, passcode: string) {
  const setup = await visitor.post('/api/users/two-factor/setup', { password: passcode })
  const { secret, otpauth_url: url } = setup.body.data as { secret: string; otpauth_url: string }
  const enabled = await visitor.post('/api/users/two-factor/enable', { code: codeOf(secret, -1) })
  expect(enabled.status, JSON.stringify(enabled.body)).toBe(200)
  return { secret, url, recoveryCodes: enabled.body.data.recovery_codes as string[] }
}
