import { expect, test } from 'vitest'
import { describePayment } from './describe-payment.ts'

type Facts = Parameters<typeof describePayment>[0]
const facts: Facts = { deposit: undefined, dollars: 5, isKnown: false, found: undefined }
const pending = { amount: 5, status: 2, confirmations: { seen: 1, needed: 3 } } as const
const final = { amount: 5, status: 1, confirmations: { seen: 3, needed: 3 } } as const

const reached = (changes: Partial<Facts>): number =>
  describePayment({ ...facts, ...changes }).steps.filter(({ isReached }) => isReached).length

test('no step is reached because the wallet says so', () => {
  expect(reached({})).toBe(0)
  expect(reached({ found: 'unknown' })).toBe(0)
  expect(reached({ found: 'other' })).toBe(0)
  expect(reached({ found: 'failed' })).toBe(0)
  expect(reached({ found: 'pending' })).toBe(1)
  expect(reached({ found: 'paid' })).toBe(2)
  expect(reached({ deposit: pending })).toBe(2)
  expect(reached({ deposit: { ...pending, confirmations: { seen: 7, needed: 3 } } })).toBe(3)
  expect(reached({ deposit: final })).toBe(4)
})

test('confirmations are counted, and never above what is needed', () => {
  const label = (seen: number) =>
    describePayment({ ...facts, deposit: { ...pending, confirmations: { seen, needed: 3 } } }).steps[2]?.label
  expect([label(0), label(2), label(9)]).toEqual([
    '0 of 3 confirmations',
    '2 of 3 confirmations',
    '3 of 3 confirmations',
  ])
})

test('what does not fit is said', () => {
  const doubt = (changes: Partial<Facts>) => describePayment({ ...facts, ...changes }).doubt
  expect(doubt({ deposit: pending })).toBeNull()
  expect(doubt({ deposit: { ...final, amount: 4.5 } })).toContain('$4.50000 was paid, not $5.00000')
  expect(doubt({ found: 'other' })).toContain('does not pay your address')
  expect(doubt({ found: 'failed' })).toContain('nothing was paid')
  expect(doubt({ found: 'unknown' })).toContain('does not know this transaction')
  expect(doubt({ isKnown: true })).toContain('was here before')
  expect(doubt({ found: 'paid' })).toBeNull()
})
