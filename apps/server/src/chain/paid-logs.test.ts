import { expect, test } from 'vitest'
import { ChainTrouble } from './chain.ts'
import { PAID, readPaid } from './paid-logs.ts'

const word = (digits: string) => `0x${digits.padStart(64, '0')}`
const id = word('7')
const log = { topics: [PAID, id, word('5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')], data: word('ff') }

test('a payment is read from its log, and the address has its checksum', () => {
  expect(readPaid(log)).toEqual({ id, to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', amount: 255n })
})

test.each([
  ['another event', { topics: [word('1'), ...log.topics.slice(1)] }],
  ['no event', { topics: [] }],
  ['no recipient', { topics: log.topics.slice(0, 2) }],
  ['a topic too many', { topics: [...log.topics, id] }],
  ['a recipient that is no address', { topics: [PAID, id, word('1'.repeat(41))] }],
  ['no amount', { data: '0x' }],
  ['an amount cut short', { data: '0xff' }],
  ['data after the amount', { data: `${log.data}ff` }],
  ['a block that was replaced', { removed: true }],
])('a provider that answers %s is in trouble, so that the others decide', (_, changes) => {
  expect(() => readPaid({ ...log, ...changes })).toThrow(ChainTrouble)
})
