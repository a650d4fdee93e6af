import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { amountParts, showAmount, showCount, showDate, showMonth, showShort } from './formats.ts'

beforeEach(() => vi.stubEnv('TZ', 'UTC'))
afterEach(() => vi.unstubAllEnvs())

test.each([
  ['2025-01-01T00:00:00Z', '1st January, 2025'],
  ['2025-02-02T12:00:00Z', '2nd February, 2025'],
  ['2025-03-03T12:00:00Z', '3rd March, 2025'],
  ['2025-04-04T12:00:00Z', '4th April, 2025'],
  ['2025-05-11T12:00:00Z', '11th May, 2025'],
  ['2025-06-12T12:00:00Z', '12th June, 2025'],
  ['2025-07-13T12:00:00Z', '13th July, 2025'],
  ['2025-08-21T12:00:00Z', '21st August, 2025'],
  ['2025-09-22T12:00:00Z', '22nd September, 2025'],
  ['2025-10-23T12:00:00Z', '23rd October, 2025'],
  ['2025-12-31T23:59:59Z', '31st December, 2025'],
])('%s reads %s', (instant, shown) => {
  expect(showDate(instant)).toBe(shown)
})

test('a day is the day of the place it is read in', () => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(showDate('2025-01-01T01:00:00Z')).toBe('31st December, 2024')
})

test.each([
  [0, '$0.00000'],
  [0.00001, '$0.00001'],
  [4.35, '$4.35000'],
  [1234567.1, '$1234567.10000'],
  [68_719_476_735.99999, '$68719476735.99999'],
  [-12.5, '\u2212$12.50000'],
])('%d dollars read %s', (dollars, shown) => {
  expect(showAmount(dollars)).toBe(shown)
})

test('only what arrives has a plus, and only where signs are asked for', () => {
  expect(showAmount(5, { signed: true })).toBe('+$5.00000')
  expect(showAmount(0, { signed: true })).toBe('$0.00000')
  expect(showAmount(-5, { signed: true })).toBe('\u2212$5.00000')
})

test('an amount comes apart into thousands, cents and the rest', () => {
  expect(amountParts(1234567.12345)).toEqual({ sign: '', thousands: ['1', '234', '567'], cents: '12', rest: '345' })
  expect(amountParts(-999)).toEqual({ sign: '\u2212', thousands: ['999'], cents: '00', rest: '000' })
})

test('counts are grouped', () => {
  expect([0, 999, 1000, 1_234_567].map(showCount)).toEqual(['0', '999', '1,000', '1,234,567'])
  expect(showCount(88572)).toBe('88,572')
})

test('a month reads the same in every time zone', () => {
  expect(showMonth('2026-03')).toBe('March 2026')
  expect(showMonth('2026-12', 'short')).toBe('Dec')
  expect(['', '2026-13', '2026-00', 'nonsense'].map((month) => showMonth(month))).toEqual(['', '', '', ''])
})

test('figures at the edge of a chart are short', () => {
  expect([0, 0.5, 950, 1250, 88_572, 2_500_000].map(showShort)).toEqual(['0', '0.5', '950', '1.25K', '88.57K', '2.5M'])
})
