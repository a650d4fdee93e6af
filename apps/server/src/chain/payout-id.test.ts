import { expect, test } from 'vitest'
import { payoutId } from './payout-id.ts'

const installation = 'ab'.repeat(32)
const first = { owner: 7, number: 1 }

test('a payout id follows from installation, kind, owner and number, and from nothing else', () => {
  // Fixed for good: the vault remembers the ids of earlier versions.
  expect(payoutId(installation, first)).toBe('0x06c3bb2fe0d879e5d4081d9e35a0b3f07e28b49fc9353658d85ef35b564d8201')
  const others = [
    payoutId(installation, first),
    payoutId('ac'.repeat(32), first),
    payoutId(installation, { ...first, owner: 8 }),
    payoutId(installation, { ...first, number: 2 }),
    payoutId(installation, { ...first, owner: -7 }),
    payoutId(installation, { ...first, owner: 0 }),
  ]
  expect(new Set(others).size).toBe(6)
})
