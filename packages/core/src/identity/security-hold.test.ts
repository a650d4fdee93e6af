import { expect, test } from 'vitest'
import { refuseDuringHold, refusePasskeyAlone } from './security-hold.ts'

test('a hold says what it forbids and until when; without one nothing is refused', () => {
  const until = new Date('2026-02-28T10:20:30Z')
  expect(() => refuseDuringHold(until, 'donated')).toThrow(
    'To protect you, nothing can be donated until 2026-02-28 10:20 UTC: access to your account has just changed.',
  )
  expect(() => refusePasskeyAlone(until)).toThrow(
    'To protect you, sign in with private key and passcode, and with the passkey as second factor, until 2026-02-28 10:20 UTC: access to your account has just changed.',
  )
  expect(() => refuseDuringHold(null, 'donated')).not.toThrow()
  expect(() => refusePasskeyAlone(null)).not.toThrow()
})
