import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMPTY_SYSTEM } from '../../testing/system-accounts.ts'
import { chain, dust, impact } from '../ledger/account.ts'
import { Book } from '../ledger/book.ts'
import { newMemberBalances } from '../ledger/member-balances.ts'
import { negated, total, usd } from '../money.ts'
import { planDeposit, planDust, receivedFrom, tokenAmount } from './plan-deposit.ts'

test('no fraction of a deposit is lost or invented', () => {
  const values = fc.bigInt({ min: 0n, max: 10n ** 28n })
  fc.assert(
    fc.property(fc.array(values, { maxLength: 50 }), (sent) => {
      const book = new Book({
        memberBalances: [newMemberBalances(1)],
        system: EMPTY_SYSTEM,
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

test('what is on hold stays in the impact balance, and the rest can be spent', () => {
  const book = new Book({ memberBalances: [newMemberBalances(1), newMemberBalances(2)], system: EMPTY_SYSTEM })
  const spend = (amount: bigint, reference: string) =>
    book.post({
      journals: [
        {
          source: impact(1),
          credits: [{ target: impact(2), amount: usd(amount), share: 'whole' }],
          reason: 'transfer',
          reference,
          ruleVersion: 1,
        },
      ],
    })
  book.post(planDeposit({ member: 1, credited: usd(300_000n), reference: 'd1' }, 1))
  // In the same batch, before anything is written.
  book.post(planDeposit({ member: 1, credited: usd(700_000n), reference: 'd2', isHeld: true }, 1))
  expect(book.balances(1)).toMatchObject({ impact: { balance: 1_000_000n }, onHold: 700_000n })
  expect(book.spendable({ kind: 'impact', member: 1 })).toBe(300_000n)
  expect(() => spend(300_001n, 't1')).toThrow('of $10.00000, of which $7.00000 is being checked, does not cover')
  spend(300_000n, 't2')
  expect(() => spend(1n, 't3')).toThrow('is being checked')
})

test('a token with too few decimals is an error, not rounded', () => {
  expect(() => tokenAmount(usd(1n), 4)).toThrow('4 decimals')
  expect(tokenAmount(usd(1n), 5)).toBe(1n)
})

test('a deposit comes from the chain and belongs to its member whole', () => {
  const plan = planDeposit({ member: 1, credited: usd(7n), reference: 'deposit/1' }, 3)
  const credits = [{ target: impact(1), amount: 7n, share: 'whole' }]
  expect(plan).toEqual({
    journals: [{ source: chain, credits, reason: 'deposit', reference: 'deposit/1', ruleVersion: 3 }],
  })
})

test('of dust only what was added since is booked, each total once', () => {
  const book = new Book({ memberBalances: [], system: EMPTY_SYSTEM })
  book.post(planDust({ before: usd(0n), after: usd(3n) }, 3))
  const next = planDust({ before: usd(3n), after: usd(10n) }, 3)
  const credits = [{ target: dust, amount: 7n, share: 'dust' }]
  expect(next).toEqual({
    journals: [{ source: chain, credits, reason: 'deposit', reference: 'dust/10', ruleVersion: 3 }],
  })
  book.post(next)
  expect(book.balance(dust)).toBe(10n)
  expect(() => book.post(next)).toThrow('dust/10 was posted before')
})
