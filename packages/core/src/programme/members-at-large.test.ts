import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { programmes, units } from '../../testing/arbitraries.ts'
import { accountName, chain, impact, SYSTEM_ACCOUNT_KINDS, type MemberId } from '../ledger/account.ts'
import { Book, type Plan, type Posting } from '../ledger/book.ts'
import { amountOf, isEarning } from '../ledger/journal.ts'
import { EMPTY_ACCOUNT, newMemberBalances, type MemberBalances } from '../ledger/member-balances.ts'
import { reverse } from '../ledger/reversal.ts'
import { negated, NOTHING, total, usd, type Usd } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { planDonation, type DonationFacts } from './plan-donation.ts'
import { planTransfer } from './plan-transfer.ts'
import type { Programme } from './programme.ts'
import { earningThreshold } from './standing.ts'

/** A small world: thirteen members in one line, member 1 at the root. Orders of any kind come in any order. */
const MEMBERS: MemberId[] = Array.from({ length: 13 }, (_, index) => index + 1)
const members = fc.constantFrom(...MEMBERS)

type Order = { kind: 'deposit' | 'donate' | 'transfer' | 'keep'; who: MemberId; other: MemberId; amount: Usd }
const orders: fc.Arbitrary<Order> = fc.record({
  kind: fc.constantFrom('deposit', 'donate', 'donate', 'donate', 'transfer', 'keep'),
  who: members,
  other: members,
  amount: fc.oneof({ weight: 6, arbitrary: units(12_000_000) }, { weight: 1, arbitrary: units(60_000_000) }),
})

type World = { programme: Programme; stages: number[]; orders: Order[] }
const worlds: fc.Arbitrary<World> = fc.record({
  programme: programmes,
  stages: fc.array(fc.integer({ min: 0, max: 10 }), { minLength: MEMBERS.length, maxLength: MEMBERS.length }),
  orders: fc.array(orders, { maxLength: 40, size: 'max' }),
})

function opened({ stages }: World): Book {
  const lastDonation = usd(2_000_000n)
  const balances = (member: MemberId): MemberBalances => {
    const fresh = newMemberBalances(member)
    const stage = stages[member - 1] ?? 0
    return {
      ...fresh,
      impact: { balance: usd(40_000_000n), sequence: 1 },
      available: { balance: usd(10_000_000n), sequence: 1 },
      window: stage === 0 ? fresh.window : { stage, lastDonation, earned: NOTHING },
    }
  }
  const outside = { balance: usd(-50_000_000n * BigInt(MEMBERS.length)), sequence: 1 }
  return new Book({
    memberBalances: MEMBERS.map(balances),
    system: SYSTEM_ACCOUNT_KINDS.map((kind) => [kind, kind === 'chain' ? outside : EMPTY_ACCOUNT] as const),
  })
}

function planFor(book: Book, programme: Programme, order: Order, reference: string): Plan {
  const { kind, who, other, amount } = order
  const ruleVersion = programme.version
  if (kind === 'deposit') {
    const credits = [{ target: impact(who), amount: usd(amount + 1n), share: 'whole' }] as const
    return { journals: [{ source: chain, credits, reason: 'deposit', reference, ruleVersion }] }
  }
  if (kind === 'donate') return planDonation(factsOf(book, programme, order), { amount, reference })
  const from = kind === 'keep' ? 'available' : 'impact'
  const recipient = book.balances(kind === 'keep' ? who : other)
  return planTransfer({ sender: book.balances(who), recipient, ruleVersion }, { from, amount, reference })
}

function factsOf(book: Book, programme: Programme, { who, other }: Order): DonationFacts {
  const above = MEMBERS.filter((member) => member < who).toReversed()
  const sponsor = above.includes(other) ? other : above[0]
  return {
    programme,
    donor: book.balances(who),
    sponsor: sponsor === undefined ? null : book.balances(sponsor),
    above: above.slice(0, 10).map((member) => book.balances(member)),
  }
}

function stateOf(book: Book) {
  return {
    memberBalances: MEMBERS.map((member) => book.balances(member)),
    system: SYSTEM_ACCOUNT_KINDS.map((kind) => book.system(kind)),
  }
}

const sumOf = (book: Book): Usd =>
  total([
    ...MEMBERS.flatMap((member) => {
      const { impact: spendable, available, held } = book.balances(member)
      return [spendable.balance, available.balance, held.balance]
    }),
    ...SYSTEM_ACCOUNT_KINDS.map((kind) => book.system(kind).balance),
  ])

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
          const started = new Book({
            memberBalances: before.memberBalances,
            system: SYSTEM_ACCOUNT_KINDS.map((kind, i) => [kind, before.system[i]!]),
          })
          for (const { account, amount, balanceAfter, sequence } of postings.flatMap((posting) => posting.entries)) {
            const known = last.get(accountName(account)) ?? started.accountState(account)
            expect({ balanceAfter, sequence }).toEqual({
              balanceAfter: known.balance + amount,
              sequence: known.sequence + 1,
            })
            last.set(accountName(account), { balance: balanceAfter, sequence })
          }
          for (const { account } of postings.flatMap((posting) => posting.entries)) {
            expect(book.accountState(account)).toEqual(last.get(accountName(account)))
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

  test('reversing a journal restores every balance, every total and every window', () => {
    fc.assert(
      fc.property(worlds, (world) =>
        live(world, ({ book, before, plan, postings }) => {
          const then = new Book({
            ...stateOf(book),
            system: SYSTEM_ACCOUNT_KINDS.map((kind) => [kind, book.system(kind)]),
          })
          const closed = before.memberBalances.find((balances) => balances.member === plan.window?.member)?.window
          then.post({
            journals: postings.flatMap(({ journal }) => reverse(journal)),
            ...(plan.window && closed ? { window: { member: plan.window.member, becomes: closed } } : {}),
          })
          expect(withoutSequences(stateOf(then))).toEqual(withoutSequences(before))
        }),
      ),
    )
  })
})

/** A reversal adds entries, which raises sequence numbers. Everything else must be as before. */
function withoutSequences({ memberBalances: all, system }: ReturnType<typeof stateOf>) {
  return {
    memberBalances: all.map((balances) => ({
      ...balances,
      impact: balances.impact.balance,
      available: balances.available.balance,
      held: balances.held.balance,
    })),
    system: system.map((accountState) => accountState.balance),
  }
}
