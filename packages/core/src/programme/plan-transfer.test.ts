import { expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { usd } from '../money.ts'
import { available, impact } from '../ledger/account.ts'
import { newMemberBalances, type MemberBalances } from '../ledger/member-balances.ts'
import { planTransfer, type TransferFacts, type TransferOrder } from './plan-transfer.ts'

const accountState = (balance: bigint) => ({ balance: usd(balance), sequence: 1 })
const ann: MemberBalances = { ...newMemberBalances(1), impact: accountState(100n), available: accountState(50n) }
const ben = newMemberBalances(2)

const plan = (facts: Partial<TransferFacts>, order: Partial<TransferOrder> = {}) =>
  planTransfer(
    { sender: ann, recipient: ben, programme: { version: 3, minTransfer: usd(10n) }, ...facts },
    { from: 'impact', amount: usd(40n), reference: 'transfer/1', ...order },
  )

test('impact goes to another member’s impact balance', () => {
  expect(plan({})).toEqual({
    journals: [
      {
        source: impact(1),
        credits: [{ target: impact(2), amount: 40n, share: 'whole' }],
        reason: 'transfer',
        reference: 'transfer/1',
        ruleVersion: 3,
      },
    ],
  })
})

test('earnings go into the member’s own impact balance', () => {
  const [journal] = plan({ recipient: ann }, { from: 'available', amount: usd(50n) }).journals
  expect(journal).toMatchObject({ source: available(1), credits: [{ target: impact(1), amount: 50n }] })
})

test.each<[string, string, Partial<TransferFacts>, Partial<TransferOrder>]>([
  ['less than nothing', 'invalid_amount', {}, { amount: usd(-1n) }],
  ['by a frozen member', 'frozen', { sender: { ...ann, frozen: true } }, {}],
  [
    'by a frozen member, to themselves',
    'frozen',
    {
      sender: { ...ann, frozen: true },
      recipient: { ...ann, frozen: true },
    },
    { from: 'available' },
  ],
  ['more than the impact balance', 'insufficient_funds', {}, { amount: usd(101n) }],
  ['more than was earned', 'insufficient_funds', { recipient: ann }, { from: 'available', amount: usd(51n) }],
])('refused: %s', (_, code, facts, order) => {
  expect(() => plan(facts, order)).toThrow(expect.objectContaining({ code }) as Error)
})

test.each<[string, string, object, Partial<TransferFacts>, Partial<TransferOrder>]>([
  ['invalid_amount', 'The amount must be more than zero', { name: 'amount_zero' }, {}, { amount: usd(0n) }],
  ['own_account', 'You cannot send your impact balance to yourself', { name: 'to_yourself' }, { recipient: ann }, {}],
  [
    'own_account',
    'Earnings can only be moved into your own impact balance',
    { name: 'earnings_to_others' },
    {},
    { from: 'available' },
  ],
  [
    'below_minimum',
    'The minimum transfer is $0.00010',
    { name: 'minimum_transfer', values: { amount: '$0.00010' } },
    {},
    { amount: usd(9n) },
  ],
])('refused as %s: %s', (code, sentence, detail, facts, order) => {
  expect(refusalOf(() => plan(facts, order))).toEqual({ code, sentence, detail })
})

test.each<[string, MemberBalances | null]>([
  ['an unknown member', null],
  ['a frozen one', { ...ben, frozen: true }],
  ['one who has left', { ...ben, closed: true }],
])('%s cannot receive transfers, and nothing says why', (_, recipient) => {
  expect(refusalOf(() => plan({ recipient }))).toEqual({
    code: 'unknown_recipient',
    sentence: 'No member with this private key or referral code can receive transfers',
    detail: undefined,
  })
})

test('the smallest transfer can be made', () => {
  expect(plan({}, { amount: usd(10n) }).journals).toHaveLength(1)
})

test('what is refused anyway says nothing about the recipient', () => {
  const frozen = { ...ben, frozen: true }
  const outcome = (facts: Partial<TransferFacts>, order: Partial<TransferOrder>) => {
    try {
      return plan(facts, order)
    } catch (refusal) {
      return refusal
    }
  }
  const orders: Partial<TransferOrder>[] = [
    { amount: usd(101n) },
    { amount: usd(9n) },
    { from: 'available', amount: usd(51n) },
    { from: 'available', amount: usd(1n) },
  ]
  for (const order of orders) {
    const [known, ...others] = [ben, frozen, null].map((recipient) => outcome({ recipient }, order))
    expect(known).toBeInstanceOf(Error)
    for (const other of others) expect(other).toEqual(known)
  }
  expect(outcome({ recipient: frozen }, {})).toEqual(outcome({ recipient: null }, {}))
})

test('one’s own earnings may be moved to the last unit', () => {
  expect(plan({ recipient: ann }, { from: 'available', amount: usd(1n) }).journals).toHaveLength(1)
})
