import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusalOf } from '../testing/refusal-of.ts'
import {
  AMOUNT_MAX,
  least,
  minusDownToZero,
  most,
  negated,
  NOTHING,
  parseAmount,
  parseUsd,
  shareFloor,
  show,
  toDollars,
  unitsOf,
  usd,
  WIRE_MAX,
} from './money.ts'
import { Refusal } from './refusal.ts'

const amounts = fc.bigInt({ min: 0n, max: AMOUNT_MAX }).map(usd)

describe('on the wire', () => {
  const overTheWire = (dollars: number): number => JSON.parse(JSON.stringify(dollars)) as number

  test('every amount comes back as it was sent', () => {
    fc.assert(fc.property(amounts, (amount) => parseUsd(overTheWire(toDollars(amount))) === amount))
  })

  test('every figure up to the largest comes back as it was sent, including its neighbours and negatives', () => {
    const figures = fc.oneof(
      fc.bigInt({ min: 0n, max: WIRE_MAX }),
      fc.bigInt({ min: WIRE_MAX - 1_000_000n, max: WIRE_MAX }),
    )
    fc.assert(
      fc.property(figures, (figure) => {
        expect(unitsOf(overTheWire(toDollars(usd(figure))), 5)).toBe(figure)
        expect(toDollars(usd(-figure))).toBe(0 - toDollars(usd(figure)))
      }),
      { numRuns: 2000 },
    )
  })

  test('an amount without an exact number is never sent', () => {
    expect(toDollars(WIRE_MAX)).toBe(2 ** 36)
    const notExact = (shown: string) => new RangeError(`${shown} has no exact number`)
    expect(() => toDollars(usd(WIRE_MAX + 1n))).toThrow(notExact('$68719476736.00001'))
    expect(() => toDollars(usd(negated(WIRE_MAX) - 1n))).toThrow(notExact('-$68719476736.00001'))
  })

  test('just beyond the largest figure two amounts would share one number', () => {
    // Why the bound is here: one power of two further up, some doubles are more than $0.00001 apart.
    const beyond = Array.from({ length: 8 }, (_, step) => Number(WIRE_MAX + BigInt(step)) / 1e5)
    expect(new Set(beyond).size).toBeLessThan(beyond.length)
  })

  test.each([
    [12.345, 1_234_500n],
    [4.35, 435_000n],
    [0.1, 10_000n],
    [0.00001, 1n],
    [9_999_999_999.99999, 999_999_999_999_999n],
    [1e10, 1_000_000_000_000_000n],
    [1.0, 100_000n],
  ])('%d dollars are %d units', (dollars, units) => {
    expect(parseAmount(dollars)).toBe(units)
  })

  test.each([
    [0, 'amount_zero'],
    [-1, 'amount_negative'],
    [10_000_000_000.00001, 'amount_too_large'],
    [1.000001, 'amount_decimals'],
    [NaN, undefined],
  ])('%d is refused in every language', (dollars, name) => {
    expect(refusalOf(() => parseAmount(dollars))?.detail?.name).toBe(name)
  })

  test.each([
    ['zero', 0, 'more than zero'],
    ['minus zero', -0, 'more than zero'],
    ['a negative', -1, 'negative'],
    ['a small negative', -1e-9, 'negative'],
    ['six decimals', 1.000001, '5 decimals'],
    ['an exponent below one', 1e-7, '5 decimals'],
    ['what addition left behind', 0.1 + 0.2, '5 decimals'],
    ['just above the most', 10_000_000_000.00001, '$10,000,000,000'],
    ['an exponent', 1e21, '$10,000,000,000'],
    ['the largest number', Number.MAX_VALUE, '$10,000,000,000'],
    ['no number', NaN, 'finite number'],
    ['1e400', JSON.parse('1e400') as number, 'finite number'],
    ['minus infinity', -Infinity, 'finite number'],
    ['text', '5' as unknown as number, 'finite number'],
  ])('%s is refused with its own sentence', (_, dollars, words) => {
    expect(() => parseAmount(dollars)).toThrow(words)
    expect(() => parseAmount(dollars)).toThrow(expect.objectContaining({ code: 'invalid_amount' }) as Refusal)
  })

  test('zero is valid where no money moves', () => {
    expect(parseUsd(0)).toBe(NOTHING)
  })

  test('any number is either counted exactly or refused', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.double(),
          fc.integer().map((n) => n / 1e5),
          fc.integer().map((n) => n / 1e6),
        ),
        (dollars) => {
          try {
            expect(toDollars(parseAmount(dollars))).toBe(dollars)
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
          }
        },
      ),
    )
  })
})

test.each([
  [1_234_500n, '$12.34500'],
  [0n, '$0.00000'],
  [1n, '$0.00001'],
  [-1n, '-$0.00001'],
  [-150_000n, '-$1.50000'],
  [1_000_000_000_000_000n, '$10000000000.00000'],
])('%d units are shown as %s', (units, text) => {
  expect(show(usd(units))).toBe(text)
})

test('a share is rounded down and shares of a whole never exceed it', () => {
  expect(shareFloor(usd(199n), 50n)).toBe(0n)
  expect(shareFloor(usd(200n), 50n)).toBe(1n)
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: 0n, max: 10_000n }), (amount, points) => {
      expect(shareFloor(amount, points) + shareFloor(amount, 10_000n - points)).toBeLessThanOrEqual(amount)
      expect(shareFloor(amount, points) * 10_000n).toBeGreaterThan(amount * points - 10_000n)
    }),
  )
})

test('a number that is no whole count of units is none, and neither is one with an exponent', () => {
  expect([unitsOf(1.5, 1), unitsOf(0, 1), unitsOf(4.35, 2)]).toEqual([15n, 0n, 435n])
  for (const value of [1.25, -1, 1e21, 1e-7, 1.5e-7, NaN, Infinity]) expect(unitsOf(value, 1)).toBeNull()
})

test('of two amounts one is the least and the other the most, and nothing is less than nothing', () => {
  const [less, more] = [usd(3n), usd(5n)]
  expect([least(less, more), least(more, less), most(less, more), most(more, less)]).toEqual([3n, 3n, 5n, 5n])
  expect([minusDownToZero(more, less), minusDownToZero(less, more)]).toEqual([2n, 0n])
})
