import { expect, test } from 'vitest'
import {
  describeFactors,
  hasSecondFactor,
  mayHavePasskeys,
  PASSKEYS_MAX,
  refuseLastFactor,
  refuseOneMorePasskey,
} from './passkey.ts'

const none = { authenticator: false, passkeys: 0 }

test('an authenticator app or a single passkey turns the second factor on', () => {
  expect(hasSecondFactor(none)).toBe(false)
  expect(hasSecondFactor({ authenticator: true, passkeys: 0 })).toBe(true)
  expect(hasSecondFactor({ authenticator: false, passkeys: 1 })).toBe(true)
})

test('what is asked for is what the account has', () => {
  expect(describeFactors({ authenticator: true, passkeys: 0 })).not.toContain('passkey')
  expect(describeFactors({ authenticator: false, passkeys: 2 })).not.toContain('authenticator')
  expect(describeFactors({ authenticator: true, passkeys: 2 })).toMatch(/authenticator.*passkeys/)
})

test('the twentieth passkey is the last', () => {
  expect(() => refuseOneMorePasskey({ passkeys: PASSKEYS_MAX - 1 })).not.toThrow()
  expect(() => refuseOneMorePasskey({ passkeys: PASSKEYS_MAX })).toThrow(/Remove one first/)
})

test('who works at the console keeps a second factor; a member may do without', () => {
  for (const role of ['operator', 'auditor']) {
    expect(() => refuseLastFactor({ role, left: none })).toThrow(/only second factor/)
    expect(() => refuseLastFactor({ role, left: { authenticator: false, passkeys: 1 } })).not.toThrow()
  }
  expect(() => refuseLastFactor({ role: 'member', left: none })).not.toThrow()
})

test('names may have passkeys, addresses may not', () => {
  for (const name of ['localhost', 'trefoil.example.org', '7of9.example'])
    expect(mayHavePasskeys(name), name).toBe(true)
  for (const address of ['127.0.0.1', '203.0.113.7', '[::1]', '::1', '']) expect(mayHavePasskeys(address)).toBe(false)
})
