import { expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { usd, type Usd } from '../money.ts'
import { requireMaySend, type SenderFacts } from './may-send.ts'

const askedFrom = usd(50n)
const needed = {
  code: 'two_factor_required',
  sentence: 'Show your second factor to continue.',
  detail: undefined,
}
const withFactor: SenderFacts = { heldUntil: null, hasSecondFactor: true, sentInDay: () => usd(0n) }

const told = (facts: SenderFacts, amount: Usd, given = false) =>
  refusalOf(() => requireMaySend(facts, amount, { askedFrom, given }))

test('a second factor is asked for from the sum of a day on, not before', () => {
  expect(told(withFactor, usd(49n))).toBeUndefined()
  expect(told(withFactor, usd(50n))).toEqual(needed)
  expect(told({ ...withFactor, sentInDay: () => usd(49n) }, usd(1n))).toEqual(needed)
  expect(told({ ...withFactor, sentInDay: () => usd(48n) }, usd(1n))).toBeUndefined()
})

test('it is asked for after more transfers than are added up, and not where there is none or it was given', () => {
  expect(told({ ...withFactor, sentInDay: () => null }, usd(1n))).toEqual(needed)
  expect(told({ ...withFactor, sentInDay: () => null }, usd(1n), true)).toBeUndefined()
  expect(told({ ...withFactor, hasSecondFactor: false }, usd(1000n))).toBeUndefined()
})

test('during a security hold not even a second factor helps', () => {
  const held = { ...withFactor, heldUntil: new Date('2026-02-28T10:20:30Z') }
  expect(told(held, usd(1n), true)).toEqual({
    code: 'security_hold',
    sentence:
      'To protect you, nothing can be sent to other members until 2026-02-28 10:20 UTC: ' +
      'access to your account has just changed.',
    detail: { name: 'hold_sending', values: { until: '2026-02-28 10:20 UTC' } },
  })
})
