import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leftToday, nextDay, obstaclesTo, vaultRoom, type VaultLimits } from './vault-room.ts'

const DAY_MS = 86_400_000
const noon = 20_000.5 * DAY_MS
const limits: VaultLimits = { perPayment: 60n, perDay: 100n, day: 20_000n, paidThatDay: 30n }

test('one that is too large steps aside, and smaller ones behind it leave', () => {
  const room = vaultRoom({ balance: 50n, limits: null }, { underWay: 10n, now: noon })
  expect(obstaclesTo([41n, 30n, 11n, 10n], room)).toEqual(['float', undefined, 'float', undefined])
})

test('above the limit of a payment, an operator is asked; above what is left of the day, tomorrow is awaited', () => {
  const room = vaultRoom({ balance: 1000n, limits }, { underWay: 0n, now: noon })
  expect(obstaclesTo([61n, 60n, 11n, 10n, 1n], room)).toEqual([
    'vault_payment_limit',
    undefined,
    'vault_day_limit',
    undefined,
    'vault_day_limit',
  ])
})

test('what exceeds a whole day is never paid in one payment', () => {
  const room = vaultRoom({ balance: 1000n, limits: { ...limits, perDay: 50n } }, { underWay: 0n, now: noon })
  expect(obstaclesTo([51n], room)).toEqual(['vault_payment_limit'])
})

test('a day begins anew at midnight UTC, also where no block was made since', () => {
  expect(leftToday(limits, noon)).toBe(70n)
  expect(leftToday(limits, nextDay(noon) - 1)).toBe(70n)
  expect(leftToday(limits, nextDay(noon))).toBe(100n)
  // Our clock may be behind the chain's.
  expect(leftToday(limits, noon - DAY_MS)).toBe(70n)
  expect(leftToday({ ...limits, perDay: 20n }, noon)).toBe(0n)
})

test('whatever leaves is within the float, the day and the limit of a payment', () => {
  const amount = fc.bigInt(1n, 120n)
  fc.assert(
    fc.property(fc.array(amount), fc.bigInt(0n, 300n), fc.bigInt(0n, 50n), (amounts, balance, underWay) => {
      const obstacles = obstaclesTo(amounts, vaultRoom({ balance, limits }, { underWay, now: noon }))
      const leaves = amounts.filter((_, index) => obstacles[index] === undefined)
      const sum = leaves.reduce((total, each) => total + each, 0n)
      expect(sum === 0n || sum <= balance - underWay).toBe(true)
      expect(sum === 0n || sum <= 70n - underWay).toBe(true)
      for (const each of leaves) expect(each).toBeLessThanOrEqual(60n)
    }),
  )
})
