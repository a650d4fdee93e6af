import { expect, test } from 'vitest'
import { hashIn } from './hash-in.ts'

const digits = 'Ab0'.padEnd(64, '1')

test.each([
  [`0x${digits}`, `0x${digits}`],
  [` 0x${digits}\n`, `0x${digits}`],
  [digits, digits],
  [`https://bscscan.com/tx/0x${digits}#eventlog`, `0x${digits}`],
  [`https://tronscan.org/#/transaction/${digits}?lang=en`, digits],
  ['', undefined],
  [`0x${digits.slice(1)}`, undefined],
  [`0x${digits}f`, undefined],
  // An address is none.
  ['0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984', undefined],
])('%s: %s', (pasted, hash) => {
  expect(hashIn(pasted)).toBe(hash)
})
