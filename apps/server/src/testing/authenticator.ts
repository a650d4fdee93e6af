import { setTimeout as sleep } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { Visitor } from './visitor.ts'

const STEP_MS = 30_000
/** So late in a step, the code of the previous one would be two steps old when it arrives. */
const LATE_MS = 3000

/** The app on a phone, `steps` later or earlier, because a code works once. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS })

/** Turns it on with the previous step's code, so that the current and the next one are still unused. */
export async function turnOnTwoFactor(visitor: Visitor, passcode: string) {
  const setup = await visitor.post('/api/users/two-factor/setup', { password: passcode })
  const { secret, otpauth_url: url } = setup.body.data as { secret: string; otpauth_url: string }
  const leftMs = STEP_MS - (Date.now() % STEP_MS)
  // A timer may end a moment early.
  if (leftMs < LATE_MS) await sleep(leftMs + 50)
  const enabled = await visitor.post('/api/users/two-factor/enable', { code: codeOf(secret, -1) })
  expect(enabled.status, JSON.stringify(enabled.body)).toBe(200)
  return { secret, url, recoveryCodes: enabled.body.data.recovery_codes as string[] }
}
