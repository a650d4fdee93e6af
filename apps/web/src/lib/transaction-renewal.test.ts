import { expect, test } from 'vitest'
import { transactionRenewalMs } from './transaction-renewal.ts'

const PENDING = [{ status: 1 }, { status: 2 }] as const
const PROCESSING = [{ status: 4 }] as const
const DONE = [{ status: 1 }, { status: 3 }] as const

test.each([
  ['Deposit', undefined, 'off', 5000],
  ['Deposit', DONE, 'off', 5000],
  ['Withdrawal', PENDING, 'off', 5000],
  ['Withdrawal', PROCESSING, 'off', 5000],
  ['Withdrawal', DONE, 'off', 0],
  ['Withdrawal', undefined, 'off', 0],
  ['Deposit', undefined, 'on', 0],
  ['Deposit', undefined, 'connecting', 0],
  ['Withdrawal', PENDING, 'on', 0],
  ['Withdrawal', PENDING, 'connecting', 0],
] as const)('%s with %j and the stream %s is read again every %i ms', (type, rows, stream, ms) => {
  expect(transactionRenewalMs({ type, rows, stream })).toBe(ms)
})
