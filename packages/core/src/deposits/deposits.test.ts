import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chain, SYSTEM_ACCOUNT_KINDS } from '../ledger/account.ts'
import { Book } from '../ledger/book.ts'
import { EMPTY_ACCOUNT, newMemberBalances } from '../ledger/member-balances.ts'
import { negated, total, usd } from '../money.ts'
import { depositIndex, TURNS_MAX } from './deposit-index.ts'
import { planDeposit, planDust, receivedFrom, tokenAmount } from './plan-deposit.ts'

test('no fraction of a deposit is lost or invented', () => {
  const values = fc.bigInt({ min: 0n, max: 10n ** 28n })
  fc.assert(
    fc.property(fc.array(values, { maxLength: 50 }), (sent) => {
      const book = new Book({
        memberBalances: [newMemberBalances(1)],
        system: SYSTEM_ACCOUNT_KINDS.map((kind) => [kind, EMPTY_ACCOUNT]),
      })
      const received = sent.map((value) => receivedFrom(value, 18))
      for (const [index, { credited }] of received.entries())
        if (credited > 0n) book.post(planDeposit({ member: 1, credited, reference: `d${index}` }, 1))
      const remainders = received.reduce((sum, { remainder }) => sum + remainder, 0n)
      const after = receivedFrom(remainders, 18)
      if (after.credited > 0n) book.post(planDust({ before: usd(0n), after: after.credited }, 1))
      const credited = total([...received.map((one) => one.credited), after.credited])
      expect(tokenAmount(credited, 18) + after.remainder).toBe(sent.reduce((a, b) => a + b, 0n))
      expect(book.balance(chain)).toBe(negated(credited))
    }),
  )
})

test('a token with too few decimals is an error, not rounded', () => {
  expect(() => tokenAmount(usd(1n), 4)).toThrow('4 decimals')
  expect(tokenAmount(usd(1n), 5)).toBe(1n)
})

test('no two members or turns share an index, and every index fits into 48 bits', () => {
  const member = fc.integer({ min: 1, max: 2 ** 31 - 1 })
  const turn = fc.integer({ min: 0, max: TURNS_MAX - 1 })
  fc.assert(
    fc.property(member, turn, member, turn, (a, b, c, d) => {
      expect(depositIndex(a, b) === depositIndex(c, d)).toBe(a === c && b === d)
      expect(depositIndex(a, b)).toBeLessThan(2 ** 48)
    }),
  )
  expect(() => depositIndex(1, TURNS_MAX)).toThrow('no turn')
})
