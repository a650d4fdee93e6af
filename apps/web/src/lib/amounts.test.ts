import { expect, test } from 'vitest'
import { difference, readAmount, remainder, signedAmount } from './amounts.ts'

test.each([
  ['10', 10],
  ['10.', 10],
  ['.5', 0.5],
  [' 4.35 ', 4.35],
  ['$12.00001', 12.00001],
  ['12.000010', 12.00001],
  ['0', null],
  ['', null],
  ['-1', null],
  ['1e3', null],
  ['0x10', null],
  ['1.000001', null],
  ['12 34', null],
  ['abc', null],
  ['10000000000', 10_000_000_000],
  ['10000000000.00001', null],
  ['100000000000', null],
  ['9'.repeat(24), null],
])('"%s" is read as %s', (typed, amount) => {
  expect(readAmount(typed)).toBe(amount)
})

test('what remains is exact to the last decimal, and tells when there is not enough', () => {
  expect(remainder({ balance: 0.3, amount: 0.1 })).toBe(0.2)
  expect(remainder({ balance: 100.00001, amount: 100 })).toBe(0.00001)
  expect(remainder({ balance: 1, amount: 1.5 })).toBe(-0.5)
})

test('only what went away is below zero', () => {
  expect(signedAmount({ amount: 4, direction: 'out' })).toBe(-4)
  expect(signedAmount({ amount: 4, direction: 'in' })).toBe(4)
  expect(signedAmount({ amount: 4, direction: 'own' })).toBe(4)
  expect(signedAmount({})).toBe(0)
})

test.each([
  [{ before: 4.35, after: 4.3 }, -0.05],
  [{ before: -48_210.12345, after: -47_210.12345 }, 1000],
  [{ before: 0.1, after: -0.2 }, -0.3],
])('from %o it is %d', (balances, added) => {
  expect(difference(balances)).toBe(added)
})
