import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MEMBERS, opened, planFor, stateOf, sumOf, worlds, type Order, type World } from '../../testing/small-world.ts'
import { accountName, type MemberId } from '../ledger/account.ts'
import { Book, type Plan, type Posting } from '../ledger/book.ts'
import { amountOf, isEarning } from '../ledger/journal.ts'
import { negated, total } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { earningThreshold } from './standing.ts'

/** Runs the orders one after the other. A refusal must change nothing. */
function live(
  world: World,
  after: (step: {
    book: Book
    before: ReturnType<typeof stateOf>
    plan: Plan
    postings: Posting[]
    order: Order
  }) => void,
): void {
  const book = opened(world)
  world.orders.forEach((order, index) => {
    const before = stateOf(book)
    try {
      const plan = planFor(book, world.programme, order, `order/${index}`)
      after({ book, before, plan, postings: book.post(plan), order })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      expect(stateOf(book)).toEqual(before)
    }
  })
}

describe('whatever members do, in any order', () => {
  test('money is neither created nor lost, and only the outside world is overdrawn', () => {
    fc.assert(
      fc.property(worlds, (world) =>
        live(world, ({ book, postings }) => {
          expect(sumOf(book)).toBe(0n)
          for (const { journal, entries } of postings) {
            expect(total(entries.map((entry) => entry.amount))).toBe(0n)
            expect(entries[0]?.amount).toBe(negated(amountOf(journal)))
            expect(entries.length).toBeLessThanOrEqual(14)
            for (const { account, balanceAfter } of entries) {
              if (account.kind !== 'chain') expect(balanceAfter).toBeGreaterThanOrEqual(0n)
            }
          }
        }),
      ),
    )
  })

  test('every account’s entries are numbered without a gap and lead to its balance', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const last = new Map<string, { balance: bigint; sequence: number }>()
        live(world, ({ book, before, postings }) => {
          const started = new Book(before)
          for (const { account, amount, balanceAfter, sequence } of postings.flatMap((posting) => posting.entries)) {
            const known = last.get(accountName(account)) ?? started.accountState(account)
            expect({ balanceAfter, sequence }).toEqual({
              balanceAfter: known.balance + amount,
              sequence: known.sequence + 1,
            })
            last.set(accountName(account), { balance: balanceAfter, sequence })
          }
          for (const { account } of postings.flatMap((posting) => posting.entries)) {
            expect(book.accountState(account)).toMatchObject(last.get(accountName(account)) ?? {})
          }
        })
      }),
    )
  })

  test('stages never skip, never fall, and rise only by donating', () => {
    fc.assert(
      fc.property(worlds, (world) =>
        live(world, ({ book, before, order }) => {
          const steps = before.memberBalances.flatMap(({ member, window: { stage: from } }) => {
            const to = book.balances(member).window.stage
            return to === from ? [] : [{ member, from, to }]
          })
          const donor = before.memberBalances.find(({ member }) => member === order.who)!.window.stage
          const mustStep = order.kind === 'donate' && donor === 0
          expect(steps.length).toBeGreaterThanOrEqual(mustStep ? 1 : 0)
          expect(steps.length).toBeLessThanOrEqual(order.kind === 'donate' ? 1 : 0)
          for (const step of steps) expect(step).toEqual({ member: order.who, from: donor, to: donor + 1 })
          for (const { to } of steps) expect(to).toBeLessThanOrEqual(10)
        }),
      ),
    )
  })

  test('earnings since the last donation stay within the threshold', () => {
    fc.assert(
      fc.property(worlds, (world) =>
        live(world, ({ book }) => {
          for (const { window } of MEMBERS.map((member) => book.balances(member))) {
            expect(window.earned).toBeLessThanOrEqual(earningThreshold(world.programme.stages, window))
          }
        }),
      ),
    )
  })

  test('totals are the sums over the ledger', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const sums = new Map<string, bigint>()
        const add = (figure: string, member: MemberId, amount: bigint) =>
          sums.set(`${figure} ${member}`, (sums.get(`${figure} ${member}`) ?? 0n) + amount)
        live(world, ({ book, postings }) => {
          for (const { journal, entries } of postings) {
            for (const { account, amount, share } of entries) {
              if (!('member' in account)) continue
              if (journal.reason === 'donation' && account.kind === 'impact')
                add('donated', account.member, negated(amount))
              if (share !== null && isEarning(share)) add('earned', account.member, amount)
              if (journal.reason === 'deposit') add('deposited', account.member, amount)
            }
          }
          expect(
            MEMBERS.flatMap((member) =>
              Object.entries(book.balances(member).totals).filter(
                ([figure, amount]) => amount !== (sums.get(`${figure} ${member}`) ?? 0n),
              ),
            ),
          ).toEqual([])
        })
      }),
    )
  })
})
