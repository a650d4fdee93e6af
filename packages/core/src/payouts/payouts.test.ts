import fc from 'fast-check'
import { expect, test } from 'vitest'
import { units } from '../../testing/arbitraries.ts'
import { EMPTY_SYSTEM } from '../../testing/system-accounts.ts'
import { available, chain, held } from '../ledger/account.ts'
import { Book } from '../ledger/book.ts'
import { newMemberBalances, type MemberBalances } from '../ledger/member-balances.ts'
import { parseAmount, usd } from '../money.ts'
import { defaultProgramme } from '../programme/default-programme.ts'
import { readProgramme } from '../programme/programme-record.ts'
import { planReturn, planWithdrawal, planWithdrawalPaid, planWithdrawalReleased } from './plan-withdrawal.ts'
import { judgeCausePayout, judgePayout, type PayoutFacts } from './payout-rule.ts'
import { isOpen, mayBecome, statusCodeOf, WITHDRAWAL_STATES } from './withdrawal-state.ts'

const programme = readProgramme(1, defaultProgramme)
const bookOf = (...memberBalances: MemberBalances[]) => new Book({ memberBalances, system: EMPTY_SYSTEM })

test('a claimed withdrawal cannot be taken back, and an ended one stays ended', () => {
  expect(WITHDRAWAL_STATES.filter((to) => mayBecome('claimed', to))).toEqual(['failed', 'paid'])
  for (const state of WITHDRAWAL_STATES.filter((one) => !isOpen(one)))
    expect(WITHDRAWAL_STATES.some((to) => mayBecome(state, to))).toBe(false)
  expect(Object.fromEntries(WITHDRAWAL_STATES.map((state) => [state, statusCodeOf(state)]))).toEqual({
    requested: 2,
    approved: 2,
    claimed: 4,
    failed: 4,
    paid: 1,
    refused: 3,
    cancelled: 3,
  })
})

test('what is not ended is open: its amount is still held', () => {
  expect(WITHDRAWAL_STATES.filter(isOpen)).toEqual(['requested', 'approved', 'claimed', 'failed'])
})

test('a request holds the whole amount, and its end releases it', () => {
  fc.assert(
    fc.property(units(10_000_000), fc.constantFrom('paid', 'released'), (amount, end) => {
      const book = bookOf({ ...newMemberBalances(1), available: { balance: amount, sequence: 1 } })
      fc.pre(amount >= programme.minWithdrawal)
      book.post(planWithdrawal({ member: book.balances(1), programme }, { amount, reference: 'w' }))
      expect([book.balance(available(1)), book.balance(held(1))]).toEqual([0n, amount])
      const ended = { member: 1, amount, reference: 'w', ruleVersion: 1 }
      book.post(end === 'paid' ? planWithdrawalPaid(ended) : planWithdrawalReleased({ ...ended, source: 'available' }))
      expect(book.balance(held(1))).toBe(0n)
      expect(book.balance(end === 'paid' ? chain : available(1))).toBe(amount)
    }),
  )
})

const saved = { address: '0xA', since: 0 }
const facts: PayoutFacts = {
  amount: parseAmount(100),
  to: '0xA',
  isApproved: false,
  isReturn: false,
  isFrozen: false,
  savedAddress: saved,
  isEmailVerified: true,
  heldUntil: null,
  leftToday: usd(0n),
  now: 24 * 3_600_000,
}
const judged = (changes: Partial<PayoutFacts>) => judgePayout({ ...facts, ...changes }, programme.automaticPayout)

test.each<[string, Partial<PayoutFacts>, object]>([
  ['up to the daily limit to an aged address is paid automatically', {}, { kind: 'pay' }],
  ['one unit more waits for an operator', { leftToday: usd(1n) }, { kind: 'ask_operator', why: 'daily_limit' }],
  ['another address waits for an operator', { to: '0xB' }, { kind: 'ask_operator', why: 'address_not_saved' }],
  ['no saved address', { savedAddress: null }, { kind: 'ask_operator', why: 'address_not_saved' }],
  ['a young address waits', { now: 5 }, { kind: 'wait', until: 24 * 3_600_000, why: 'new_address' }],
  ['an unverified e-mail address asks', { isEmailVerified: false }, { kind: 'ask_operator', why: 'email_unverified' }],
  ['an approved one does not mind it', { isEmailVerified: false, isApproved: true }, { kind: 'pay' }],
  ['a hold delays', { heldUntil: 9e9 }, { kind: 'wait', until: 9e9, why: 'security_hold' }],
  ['a hold that is over does not', { heldUntil: 24 * 3_600_000 }, { kind: 'pay' }],
  ['an operator decides about all but a hold', { isApproved: true, to: '0xB', leftToday: usd(9n) }, { kind: 'pay' }],
  [
    'not even an operator ends a hold',
    { isApproved: true, heldUntil: 9e9 },
    { kind: 'wait', until: 9e9, why: 'security_hold' },
  ],
  ['nothing leaves a frozen account', { isApproved: true, isFrozen: true }, { kind: 'ask_operator', why: 'frozen' }],
])('%s', (_, changes, verdict) => {
  expect(judged(changes)).toEqual(verdict)
})

test('a payout to a cause is paid to its address and to no other one', () => {
  const pay = (paidAt: Parameters<typeof judgeCausePayout>[1]) => judgeCausePayout({ to: '0xA', now: 10 }, paidAt)
  const ask = { kind: 'ask_operator', why: 'address_changed' }
  expect(pay({ address: '0xA', from: 10 })).toEqual({ kind: 'pay' })
  expect(pay({ address: '0xB', from: 0 })).toEqual(ask)
  expect(pay(null)).toEqual(ask)
  // The address was changed back.
  expect(pay({ address: '0xA', from: 11 })).toEqual({ kind: 'wait', until: 11, why: 'address_changed' })
})

test('automatic payouts never exceed the daily limit, whatever the order of requests', () => {
  fc.assert(
    fc.property(fc.array(units(10_000_000), { maxLength: 30 }), (amounts) => {
      let left = usd(0n)
      for (const amount of amounts) if (judged({ amount, leftToday: left }).kind === 'pay') left = usd(left + amount)
      expect(left).toBeLessThanOrEqual(programme.automaticPayout.perDayMax)
    }),
  )
})

const offering = readProgramme(1, { ...defaultProgramme, offers_returns: true })
test('a return is held out of the impact balance, and goes back there if it is released', () => {
  fc.assert(
    fc.property(units(10_000_000), (amount) => {
      fc.pre(amount >= offering.minWithdrawal)
      const book = bookOf({ ...newMemberBalances(1), impact: { balance: amount, sequence: 1 }, returnable: amount })
      book.post(planReturn({ member: book.balances(1), programme: offering }, { amount, reference: 'w' }))
      expect([book.balance(held(1)), book.balances(1).returnable]).toEqual([amount, 0n])
      const released = { member: 1, source: 'impact', amount, reference: 'w', ruleVersion: 1 } as const
      book.post(planWithdrawalReleased(released))
      expect(book.balances(1)).toMatchObject({ impact: { balance: amount }, returnable: amount })
    }),
  )
})

test('an operator decides about every return, until small ones go by themselves', () => {
  const small = { amount: parseAmount(5), isReturn: true }
  expect(judged(small)).toEqual({ kind: 'ask_operator', why: 'deposit_return' })
  const rule = { ...programme.automaticPayout, returnMax: parseAmount(5) }
  expect(judgePayout({ ...facts, ...small }, rule)).toEqual({ kind: 'pay' })
  expect(judgePayout({ ...facts, ...small, amount: parseAmount(5.00001) }, rule)).toMatchObject({
    why: 'deposit_return',
  })
})
