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
import { judgePayout, type PayoutFacts } from './payout-rule.ts'
import { isOpen, mayBecome, statusCodeOf, WITHDRAWAL_STATES } from './withdrawal-state.ts'

const programme = readProgramme(1, defaultProgramme)
const bookOf = (...memberBalances: MemberBalances[]) => new Book({ memberBalances, system: EMPTY_SYSTEM })
const with$ = (dollars: number): MemberBalances => ({
  ...newMemberBalances(1),
  available: { balance: parseAmount(dollars), sequence: 1 },
})

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

test.each([
  ['below the minimum', 'below_minimum', with$(100), 9.99999],
  ['more than is available', 'insufficient_funds', with$(100), 100.00001],
  ['frozen', 'frozen', { ...with$(100), frozen: true }, 50],
])('refused: %s', (_, code, member, dollars) => {
  const plan = () => planWithdrawal({ member, programme }, { amount: parseAmount(dollars), reference: 'w' })
  expect(plan).toThrow(expect.objectContaining({ code }) as Error)
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
const deposited$ = (dollars: number, impact = dollars): MemberBalances => ({
  ...newMemberBalances(1),
  impact: { balance: parseAmount(impact), sequence: 1 },
  returnable: parseAmount(dollars),
})

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

test('a rest below the smallest withdrawal is returned whole, and not in part', () => {
  const plan = (dollars: number) =>
    planReturn({ member: deposited$(3, 100), programme: offering }, { amount: parseAmount(dollars), reference: 'w' })
  expect(plan(3).journals).toMatchObject([{ source: { kind: 'impact' } }])
  expect(() => plan(2)).toThrow('unless you return all of $3.00000')
})

test.each([
  ['not offered', 'wrong_state', deposited$(100), programme, 50],
  ['more than was deposited and not spent', 'insufficient_funds', deposited$(20, 100), offering, 20.00001],
  ['frozen', 'frozen', { ...deposited$(100), frozen: true }, offering, 50],
])('a return is refused: %s', (_, code, member, rules, dollars) => {
  const plan = () => planReturn({ member, programme: rules }, { amount: parseAmount(dollars), reference: 'w' })
  expect(plan).toThrow(expect.objectContaining({ code }) as Error)
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
