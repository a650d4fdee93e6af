import { expect, test } from 'vitest'
import { usd, type Usd } from '../money.ts'
import { requireMaySend, type SenderFacts } from './may-send.ts'

const askedFrom = usd(50n)
const withFactor: SenderFacts = { heldUntil: null, hasSecondFactor: true, sentInDay: () => usd(0n) }

const refusalOf = (facts: SenderFacts, amount: Usd, given = false) => {
  try {
    requireMaySend(facts, amount, { askedFrom, given })
    return undefined
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('a second factor is asked for from the sum of a day on, not before', () => {
  expect(refusalOf(withFactor, usd(49n))).toBeUndefined()
  expect(refusalOf(withFactor, usd(50n))).toBe('two_factor_required')
  expect(refusalOf({ ...withFactor, sentInDay: () => usd(49n) }, usd(1n))).toBe('two_factor_required')
  expect(refusalOf({ ...withFactor, sentInDay: () => usd(48n) }, usd(1n))).toBeUndefined()
})

test('it is asked for after more transfers than are added up, and not where there is none or it was given', () => {
  expect(refusalOf({ ...withFactor, sentInDay: () => null }, usd(1n))).toBe('two_factor_required')
  expect(refusalOf({ ...withFactor, sentInDay: () => null }, usd(1n), true)).toBeUndefined()
  expect(refusalOf({ ...withFactor, hasSecondFactor: false }, usd(1000n))).toBeUndefined()
})

test('during a security hold not even a second factor helps', () => {
  const held = { ...withFactor, heldUntil: new Date('2026-02-28T10:20:30Z') }
  expect(refusalOf(held, usd(1n), true)).toBe('security_hold')
  expect(() => requireMaySend(held, usd(1n), { askedFrom, given: true })).toThrow('until 2026-02-28 10:20 UTC')
})
