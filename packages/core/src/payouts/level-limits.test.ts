import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { usd, type Usd } from '../money.ts'
import { leftInMonth, requireWithinLevel, type LevelLimits } from './level-limits.ts'

const $ = (dollars: number): Usd => usd(BigInt(dollars) * 100_000n)
const limits: LevelLimits = {
  0: { perWithdrawal: $(100), perMonth: $(300) },
  1: { perWithdrawal: null, perMonth: $(1000) },
}
const ask = (level: number, withdrawn: number, amount: number) =>
  requireWithinLevel({ level, limits, withdrawn: () => $(withdrawn) }, $(amount))

test('a withdrawal is limited by itself and together with those of 30 days', () => {
  ask(0, 0, 100)
  ask(0, 200, 100)
  expect(() => ask(0, 0, 101)).toThrow('At your level you can withdraw $100.00000 at once, and $300.00000 in 30 days')
  expect(() => ask(0, 201, 100)).toThrow('of which $99.00000 is left. More needs level 1.')
  expect(() => ask(0, 950, 51)).toThrow('of which $0.00000 is left. More needs level 2.')
})

test('what a level allows is told with its values, for other languages', () => {
  const detailOf = (limit: LevelLimits[number], others: LevelLimits = {}) => {
    const facts = { level: 8, limits: { 8: limit, 9: limit, ...others }, withdrawn: () => $(40) }
    return refusalOf(() => requireWithinLevel(facts, $(61)))?.detail
  }
  const [amount, month, left] = ['$50.00000', '$100.00000', '$60.00000']
  const more = { 9: { perWithdrawal: null, perMonth: null } }
  const [once, inMonth, both] = [
    { perWithdrawal: $(50), perMonth: null },
    { perWithdrawal: null, perMonth: $(100) },
    { perWithdrawal: $(50), perMonth: $(100) },
  ]
  expect(detailOf(once)).toEqual({ name: 'level_at_once', values: { amount } })
  expect(detailOf(once, more)).toEqual({ name: 'level_at_once_more', values: { amount, level: 9 } })
  expect(detailOf(inMonth)).toEqual({ name: 'level_in_month', values: { month, left } })
  expect(detailOf(inMonth, more)).toEqual({ name: 'level_in_month_more', values: { month, left, level: 9 } })
  expect(detailOf(both)).toEqual({ name: 'level_both', values: { amount, month, left } })
  expect(detailOf(both, more)).toEqual({ name: 'level_both_more', values: { amount, month, left, level: 9 } })
})

test('a level says only the limits that it has', () => {
  const told = (limit: LevelLimits[number]) =>
    refusalOf(() => requireWithinLevel({ level: 9, limits: { 9: limit }, withdrawn: () => $(40) }, $(61)))
  expect(told({ perWithdrawal: $(50), perMonth: null })).toMatchObject({
    code: 'level_limit',
    sentence: 'At your level you can withdraw $50.00000 at once. No level allows more.',
  })
  expect(told({ perWithdrawal: null, perMonth: $(100) })?.sentence).toBe(
    'At your level you can withdraw $100.00000 in 30 days, of which $60.00000 is left. No level allows more.',
  )
})

test('what is left of 30 days is never less than nothing, and endless where there is no limit', () => {
  const left = (perMonth: Usd | null, withdrawn: number) => leftInMonth({ perWithdrawal: null, perMonth }, $(withdrawn))
  expect([left($(100), 40), left($(100), 100), left($(100), 101)]).toEqual([$(60), 0n, 0n])
  expect(left(null, 40)).toBeNull()
})

test('a level that is not listed has no limits, and what was withdrawn is not asked', () => {
  const withdrawn = () => {
    throw new Error('asked')
  }
  requireWithinLevel({ level: 5, limits, withdrawn }, $(1_000_000))
  requireWithinLevel({ level: 0, limits: {}, withdrawn }, $(1_000_000))
})

test('where no level allows it, none is named', () => {
  const all = Object.fromEntries(
    Array.from({ length: 10 }, (_, level) => [level, { perWithdrawal: $(10), perMonth: null }]),
  )
  expect(() => requireWithinLevel({ level: 3, limits: all, withdrawn: () => $(0) }, $(11))).toThrow(
    'No level allows more.',
  )
})

test('no sequence of withdrawals exceeds the limit', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 150 }), { maxLength: 30 }), (amounts) => {
      let withdrawn = $(0)
      for (const amount of amounts) {
        try {
          requireWithinLevel({ level: 0, limits, withdrawn: () => withdrawn }, $(amount))
          withdrawn = usd(withdrawn + $(amount))
        } catch {
          // Refused.
        }
      }
      expect(withdrawn).toBeLessThanOrEqual($(300))
    }),
  )
})
