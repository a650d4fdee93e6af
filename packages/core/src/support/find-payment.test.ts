import { expect, test } from 'vitest'
import { findPayment, type PaymentFacts } from './find-payment.ts'

const confirmations = { seen: 2, needed: 15 }
const nothing: PaymentFacts = {
  booked: undefined,
  assigned: undefined,
  unmatched: undefined,
  onChain: undefined,
  sighting: 'unknown',
}
const arrived = { succeeded: true, movesToken: true, received: 500_000n, confirmations, isBehindUs: false }
const booked = { reference: 'deposit/1/0x1/0', state: 'seen', credited: 500_000n, confirmations } as const

test.each<[string, Partial<PaymentFacts>]>([
  ['unknown', {}],
  ['pending', { sighting: 'pending' }],
  // Only some providers have it in a block.
  ['pending', { sighting: 'mined' }],
  ['failed', { onChain: { ...arrived, succeeded: false } }],
  ['other_token', { onChain: { ...arrived, movesToken: false, received: null } }],
  ['not_yours', { onChain: { ...arrived, received: null } }],
  ['dust', { onChain: { ...arrived, received: 0n } }],
  ['confirming', { onChain: arrived }],
  // We have read its block to the end, and booked nothing: never "wait", always somebody who looks.
  ['overlooked', { onChain: { ...arrived, isBehindUs: true } }],
  ['confirming', { booked }],
  ['confirming', { booked: { ...booked, state: 'final' } }],
  ['credited', { booked: { ...booked, state: 'credited' } }],
  ['dropped', { booked: { ...booked, state: 'dropped' } }],
  ['dust', { booked: { ...booked, state: 'credited', credited: 0n } }],
  // Credited by operators, wherever it was sent.
  ['credited', { assigned: 500_000n, onChain: { ...arrived, received: null } }],
  ['empty', { unmatched: 'zero' }],
  ['too_large', { unmatched: 'too_large' }],
  ['other_token', { unmatched: 'other_token' }],
  ['native_coin', { unmatched: 'native' }],
  // What the books say counts, whatever else is known.
  [
    'credited',
    { booked: { ...booked, state: 'credited' }, unmatched: 'native', onChain: { ...arrived, received: null } },
  ],
])('%s: %o', (outcome, facts) => {
  expect(findPayment({ ...nothing, ...facts }).outcome).toBe(outcome)
})

test('a deposit is named, with its amount and how far it is', () => {
  expect(findPayment({ ...nothing, booked })).toEqual({
    outcome: 'confirming',
    deposit: 'deposit/1/0x1/0',
    amount: 500_000n,
    confirmations,
  })
})

test('of a payment to somebody else nothing is told but that', () => {
  expect(findPayment({ ...nothing, onChain: { ...arrived, received: null } })).toEqual({
    outcome: 'not_yours',
    deposit: null,
    amount: null,
    confirmations: null,
  })
})
