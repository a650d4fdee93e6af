import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { EMPTY_SYSTEM } from '../../testing/system-accounts.ts'
import { available, cause, impact } from '../ledger/account.ts'
import { Book } from '../ledger/book.ts'
import { newMemberBalances, type MemberBalances } from '../ledger/member-balances.ts'
import { parseAmount, usd } from '../money.ts'
import { planClosing } from './plan-closing.ts'

const holding = (given: number, earned: number, held = 0, changes: Partial<MemberBalances> = {}): MemberBalances => ({
  ...newMemberBalances(7),
  impact: { balance: given ? parseAmount(given) : usd(0n), sequence: 1 },
  available: { balance: earned ? parseAmount(earned) : usd(0n), sequence: 1 },
  held: { balance: held ? parseAmount(held) : usd(0n), sequence: 1 },
  ...changes,
})
const close = (member: MemberBalances, donatesRest = false, offersReturns = false) =>
  planClosing(
    { member, minWithdrawal: parseAmount(10), offersReturns, ruleVersion: 1, cause: 2 },
    { donatesRest, reference: 'closing-1' },
  )

test('empty accounts close without a journal', () => {
  expect(close(holding(0, 0))).toEqual({ journals: [], closes: 7 })
})

test('more than the smallest withdrawal is refused, with what to do first', () => {
  expect(() => close(holding(0, 10.00001), true)).toThrow('First withdraw the $10.00001 that you have available.')
  expect(refusalOf(() => close(holding(8, 3), true))).toEqual({
    code: 'wrong_state',
    sentence:
      'First withdraw the $3.00000 that you have available, and donate or send the $8.00000 of your impact balance. ' +
      'At most $10.00000 may be left; you can donate that with the erasure.',
    detail: { name: 'closing_first', values: { available: '$3.00000', impact: '$8.00000', least: '$10.00000' } },
  })
  expect(close(holding(7, 3), true).journals).toHaveLength(2)
})

test('what can be returned is said, if the programme returns deposits', () => {
  const member = holding(12, 0, 0, { returnable: parseAmount(5) })
  const first = 'First donate or send the $12.00000 of your impact balance'
  expect(() => close(member, true, true)).toThrow(`${first}, of which $5.00000 can be returned to you. At most`)
  expect(() => close(member, true)).toThrow(`${first}. At most`)
  expect(() => close(holding(12, 0), true, true)).toThrow(`${first}. At most`)
  expect(() => close({ ...member, onHold: parseAmount(5) }, true, true)).toThrow(`${first}. At most`)
})

test('a rest is donated only if the member agrees', () => {
  expect(refusalOf(() => close(holding(0.00001, 0)))).toEqual({
    code: 'wrong_state',
    sentence: 'There is $0.00001 left. Agree to donate it, or send it to somebody first.',
    detail: { name: 'closing_rest', values: { amount: '$0.00001' } },
  })
  const plan = (source: object, units: bigint, reference: string) => ({
    source,
    credits: [{ target: cause(2), amount: units, share: 'whole' }],
    reason: 'closing',
    reference,
    ruleVersion: 1,
  })
  expect(close(holding(0.00001, 2), true)).toEqual({
    journals: [plan(impact(7), 1n, 'closing-1/impact'), plan(available(7), 200_000n, 'closing-1/available')],
    closes: 7,
  })
})

test('an open withdrawal, a frozen account and a closed one are refused', () => {
  expect(refusalOf(() => close(holding(0, 0, 20)))).toEqual({
    code: 'wrong_state',
    sentence: 'A withdrawal of $20.00000 is open. Wait until it is paid, or cancel it first.',
    detail: { name: 'closing_withdrawal', values: { amount: '$20.00000' } },
  })
  expect(refusalOf(() => close(holding(0, 0, 0, { frozen: true })))?.code).toBe('frozen')
  expect(refusalOf(() => close(holding(0, 0, 0, { closed: true })))).toEqual({
    code: 'wrong_state',
    sentence: 'This account is already closed.',
    detail: { name: 'closed_already' },
  })
})

test('the cause gets every unit of the rest, and the closed accounts get nothing more', () => {
  const units = fc.bigInt(0n, 500_000n)
  fc.assert(
    fc.property(units, units, (given, earned) => {
      const member: MemberBalances = {
        ...newMemberBalances(7),
        impact: { balance: usd(given), sequence: 1 },
        available: { balance: usd(earned), sequence: 1 },
      }
      const book = new Book({ memberBalances: [member], system: EMPTY_SYSTEM })
      book.post(close(member, true))
      expect(book.balance(cause(2))).toBe(given + earned)
      expect([book.balance(impact(7)), book.balance(available(7))]).toEqual([0n, 0n])
      expect(book.balances(7)).toMatchObject({ closed: true, totals: member.totals, window: member.window })
      const late = { source: cause(2), credits: [{ target: impact(7), amount: usd(1n), share: 'whole' }] } as const
      const journal = { ...late, reason: 'adjustment', reference: 'late', ruleVersion: 1 } as const
      if (given + earned > 0n) expect(() => book.post({ journals: [journal] })).toThrow('has left')
    }),
  )
})
