import { expect, test } from 'vitest'
import { transactionStatus } from './transaction-status.ts'

test.each([
  [1, 'Completed'],
  [2, 'Pending'],
  [3, 'Rejected'],
  [4, 'Processing'],
])('status %i is called %s', (status, label) => {
  expect(transactionStatus(status)?.label).toBe(label)
})

test('any other status shows nothing', () => {
  expect(transactionStatus(0)).toBeNull()
  expect(transactionStatus(5)).toBeNull()
})
