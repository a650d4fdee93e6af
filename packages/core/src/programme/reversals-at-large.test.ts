import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  copyOf,
  MEMBERS,
  opened,
  orders,
  planFor,
  stateOf,
  sumOf,
  withoutSequences,
  worlds,
  type Order,
  type World,
} from '../../testing/small-world.ts'
import type { MemberId } from '../ledger/account.ts'
import type { Book, Plan } from '../ledger/book.ts'
import { amountOf, isEarning, type Journal } from '../ledger/journal.ts'
import type { EarningWindow } from '../ledger/member-balances.ts'
import { minus, NOTHING, total, type Usd } from '../money.ts'
import { Refusal } from '../refusal.ts'
import type { DonationPlan } from './plan-donation.ts'
import { planReversal, type ReversalPlan } from './plan-reversal.ts'
import { earningThreshold } from './standing.ts'

/** One accepted order, and when it was reversed, if it was. */
type Event = { order: Order; plan: Plan; journal: Journal; taken: Usd; reversal?: { at: number; plan: ReversalPlan } }

/** Everything that happened in a world, in order: an event's time is its index, and reversals are events of their own. */
class History {
  readonly world: World
  readonly book: Book
  readonly events: (Event | 'reversal')[] = []

  constructor(world: World) {
    this.world = world
    this.book = opened(world)
  }

  place(order: Order): Event | undefined {
    return this.#unlessRefused(() => {
      const plan = planFor(this.book, this.world.programme, order, `order/${this.events.length}`)
      const journal = plan.journals[0]!
      const before = this.#returnableOf(journal)
      this.book.post(plan)
      const event: Event = { order, plan, journal, taken: minus(before, this.#returnableOf(journal)) }
      this.events.push(event)
      return event
    })
  }

  reverse(event: Event, operationsBears = false): ReversalPlan | undefined {
    return this.#unlessRefused(() => {
      const plan = this.plan(event, operationsBears)
      this.book.post(plan)
      event.reversal = { at: this.events.length, plan }
      this.events.push('reversal')
      return plan
    })
  }

  plan(event: Event, operationsBears = false): ReversalPlan {
    const at = this.events.indexOf(event)
    const { journal: original, plan, order } = event
    return planReversal(
      {
        original,
        isReversed: event.reversal !== undefined,
        programme: this.world.programme,
        balance: (account) => this.book.balance(account),
        isWindowOpen: (member) => this.latestDonation(member) < at,
        takenFromReturnable: event.taken,
        donation:
          order.kind === 'donate'
            ? {
                donor: order.who,
                isLatest: this.latestDonation(order.who) === at,
                current: this.book.balances(order.who).window,
                closed: this.#closedBy(at, plan as DonationPlan),
              }
            : null,
      },
      { operationsBears },
    )
  }

  /** The time of the donation that opened the current window, -1 for the one that the world began with. */
  latestDonation(member: MemberId, before = this.events.length): number {
    return this.events.findLastIndex(
      (event, at) =>
        at < before &&
        event !== 'reversal' &&
        !event.reversal &&
        event.order.kind === 'donate' &&
        event.order.who === member,
    )
  }

  /** What a member has earned in a span of time, without what was taken back. */
  earnedBetween(member: MemberId, after: number, before = this.events.length): Usd {
    return total(
      this.events.flatMap((event, at) => {
        if (event === 'reversal' || at <= after || at >= before) return []
        const returned = event.reversal?.plan.journals.filter(({ source }) => isOf(source, member)) ?? []
        const earned = event.journal.credits.filter(({ target, share }) => isEarning(share) && isOf(target, member))
        return earned.length === 0
          ? []
          : [minus(total(earned.map(({ amount }) => amount)), total(returned.map(amountOf)))]
      }),
    )
  }

  #closedBy(at: number, { closed, window: { member } }: DonationPlan): EarningWindow {
    const openedAt = this.latestDonation(member, at)
    const takenBack = this.events.flatMap((event, time) =>
      event === 'reversal' || time <= openedAt || time >= at || !event.reversal || event.reversal.at < at
        ? []
        : event.order.kind === 'donate'
          ? event.reversal.plan.journals.filter(({ source }) => isOf(source, member)).map(amountOf)
          : [],
    )
    return { ...closed, earned: minus(closed.earned, total(takenBack)) }
  }

  #returnableOf({ source }: Journal): Usd {
    return 'member' in source ? this.book.balances(source.member).returnable : NOTHING
  }

  #unlessRefused<Result>(act: () => Result): Result | undefined {
    const before = stateOf(this.book)
    try {
      return act()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      expect(stateOf(this.book)).toEqual(before)
      return undefined
    }
  }
}

const isOf = (account: { kind: string }, member: MemberId): boolean =>
  account.kind === 'available' && 'member' in account && account.member === member

type Step = { order: Order } | { reverse: number; operationsBears: boolean }
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ order: orders }) },
    { weight: 1, arbitrary: fc.record({ reverse: fc.nat(60), operationsBears: fc.boolean() }) },
  ),
  { maxLength: 40, size: 'max' },
)

describe('where nothing happened since', () => {
  test('a reversal restores every balance, total, stage and window', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const history = new History(world)
        for (const order of world.orders) {
          const before = stateOf(history.book)
          const event = history.place(order)
          if (!event || !['donate', 'transfer', 'keep'].includes(order.kind)) continue
          const then = copyOf(history.book)
          then.post(history.plan(event))
          expect(withoutSequences(stateOf(then))).toEqual(withoutSequences(before))
        }
      }),
    )
  })
})

describe('whatever is reversed, in any order', () => {
  const live = (world: World, order: Step[], after: (history: History) => void) => {
    const history = new History(world)
    for (const step of order) {
      const events = history.events.filter((event) => event !== 'reversal')
      const event = 'reverse' in step ? events[step.reverse % (events.length || 1)] : undefined
      if ('order' in step) history.place(step.order)
      else if (event) history.reverse(event, step.operationsBears)
    }
    after(history)
  }

  test('money is conserved, and nobody is overdrawn', () => {
    fc.assert(
      fc.property(worlds, steps, (world, order) =>
        live(world, order, ({ book }) => {
          expect(sumOf(book)).toBe(0n)
          for (const one of MEMBERS.map((member) => book.balances(member))) {
            const { impact, available: earned, returnable, onHold } = one
            expect([impact.balance >= 0n, earned.balance >= 0n]).toEqual([true, true])
            // A return leaves what is on hold.
            expect([returnable >= onHold, returnable <= impact.balance]).toEqual([true, true])
          }
        }),
      ),
    )
  })

  test('a window is the latest donation’s that stands, with the shares since, and within its threshold', () => {
    fc.assert(
      fc.property(worlds, steps, (world, order) =>
        live(world, order, (history) => {
          for (const member of MEMBERS) {
            const { window } = history.book.balances(member)
            const at = history.latestDonation(member)
            const latest = history.events[at]
            const start = opened(world).balances(member).window
            const since = latest && latest !== 'reversal' ? (latest.plan as DonationPlan).window.becomes : start
            expect(window).toEqual({ ...since, earned: history.earnedBetween(member, at) })
            expect(window.earned).toBeLessThanOrEqual(earningThreshold(world.programme.stages, window))
          }
        }),
      ),
    )
  })

  test('totals are what was given and earned, and not taken back', () => {
    fc.assert(
      fc.property(worlds, steps, (world, order) =>
        live(world, order, (history) => {
          for (const member of MEMBERS) {
            const given = history.events.flatMap((event) =>
              event !== 'reversal' && !event.reversal && event.order.kind === 'donate' && event.order.who === member
                ? [amountOf(event.journal)]
                : [],
            )
            const { donated, earned } = history.book.balances(member).totals
            expect([donated, earned]).toEqual([total(given), history.earnedBetween(member, -1)])
          }
        }),
      ),
    )
  })
})
