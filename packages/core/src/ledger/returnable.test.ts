import fc from 'fast-check'
import { expect, test } from 'vitest'
import { units } from '../../testing/arbitraries.ts'
import { EMPTY_SYSTEM } from '../../testing/system-accounts.ts'
import { least, minus, plus, usd, NOTHING, type Usd } from '../money.ts'
import { available, cause, chain, held, impact, type Account } from './account.ts'
import { Book } from './book.ts'
import type { Reason } from './journal.ts'
import { newMemberBalances } from './member-balances.ts'
import { returnableAfter, returnableNow } from './returnable.ts'

const ANN = 1
const BEN = 2

type Step = { kind: 'deposit' | 'receive' | 'spend' | 'return' | 'release'; amount: Usd }
const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('deposit', 'receive', 'spend', 'return', 'release'),
    amount: units(1000),
  }),
  { maxLength: 40 },
)

const bookOf = () =>
  new Book({
    memberBalances: [
      newMemberBalances(ANN),
      { ...newMemberBalances(BEN), available: { balance: usd(10n ** 12n), sequence: 1 } },
    ],
    system: EMPTY_SYSTEM,
  })

test('what others sent is spent first and never returned, and every deposit is either spent or can be returned', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const book = bookOf()
      // The model of the rule: what was deposited and what others sent, kept apart.
      const own = { deposited: NOTHING, received: NOTHING, held: NOTHING }
      let posted = 0
      const move = (source: Account, target: Account, amount: Usd, reason: Reason) =>
        book.post({
          journals: [
            { source, credits: [{ target, amount, share: 'whole' }], reason, reference: `${++posted}`, ruleVersion: 1 },
          ],
        })
      for (const { kind, amount: wanted } of all) {
        const { impact: balance, returnable } = book.balances(ANN)
        const most = { deposit: wanted, receive: wanted, spend: balance.balance, return: returnable, release: own.held }
        const amount = least(wanted, most[kind])
        if (amount === NOTHING) continue
        if (kind === 'deposit') {
          move(chain, impact(ANN), amount, 'deposit')
          own.deposited = plus(own.deposited, amount)
        } else if (kind === 'receive') {
          move(available(BEN), impact(ANN), amount, 'adjustment')
          own.received = plus(own.received, amount)
        } else if (kind === 'spend') {
          move(impact(ANN), cause(1), amount, 'adjustment')
          const ofOthers = least(amount, own.received)
          own.received = minus(own.received, ofOthers)
          own.deposited = minus(own.deposited, minus(amount, ofOthers))
        } else if (kind === 'return') {
          move(impact(ANN), held(ANN), amount, 'withdrawal_held')
          own.deposited = minus(own.deposited, amount)
          own.held = plus(own.held, amount)
        } else {
          move(held(ANN), impact(ANN), amount, 'withdrawal_released')
          own.deposited = plus(own.deposited, amount)
          own.held = minus(own.held, amount)
        }
        expect(book.balances(ANN).returnable).toBe(own.deposited)
        expect(book.balance(impact(ANN))).toBe(plus(own.deposited, own.received))
      }
    }),
  )
})

test('a deposit that is taken back takes nothing else with it', () => {
  const taken = { amount: usd(-50n), other: 'chain' } as const
  // Of a hundred that others sent and fifty deposited.
  expect(returnableAfter(usd(50n), { ...taken, balanceAfter: usd(100n) })).toBe(0n)
  // It was spent already: what others sent pays for it.
  expect(returnableAfter(NOTHING, { ...taken, balanceAfter: usd(20n) })).toBe(0n)
  // A second deposit stays.
  expect(returnableAfter(usd(80n), { ...taken, balanceAfter: usd(30n) })).toBe(30n)
})

test('what is on hold is not returned, and never makes it less than nothing', () => {
  expect(returnableNow({ returnable: usd(70n), onHold: NOTHING })).toBe(70n)
  expect(returnableNow({ returnable: usd(70n), onHold: usd(69n) })).toBe(1n)
  expect(returnableNow({ returnable: usd(70n), onHold: usd(70n) })).toBe(0n)
  // An assigned deposit was taken back, after it was spent.
  expect(returnableNow({ returnable: usd(20n), onHold: usd(70n) })).toBe(0n)
})
