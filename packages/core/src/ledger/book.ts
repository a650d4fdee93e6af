import type { Usd } from '../money.ts'
import { ofMember, type Account, type MemberId, type SystemAccountKind } from './account.ts'
import { Draft, type Entry } from './draft.ts'
import type { Journal } from './journal.ts'
import type { EarningWindow, Holding, Purse } from './purse.ts'

/** What a decision asks for: journals that are posted all or none, and the earning window that one of them opens. */
export type Plan = {
  readonly journals: readonly Journal[]
  readonly window?: { readonly member: MemberId; readonly becomes: EarningWindow }
}

export type Posting = { readonly journal: Journal; readonly entries: readonly Entry[] }

/** Every purse and system account that a batch of orders may touch, as read from the database. */
export type Opening = { purses: Iterable<Purse>; system: Iterable<readonly [SystemAccountKind, Holding]> }

/**
 * The part of the ledger that a batch of orders touches, as the orders decided so far left it. A plan is posted
 * whole, or refused and nothing has changed.
 */
export class Book {
  readonly #purses: Map<MemberId, Purse>
  readonly #system: Map<SystemAccountKind, Holding>
  readonly #changedPurses = new Set<MemberId>()
  readonly #changedSystem = new Set<SystemAccountKind>()

  constructor(opening: Opening) {
    this.#purses = new Map(Array.from(opening.purses, (purse) => [purse.member, purse]))
    this.#system = new Map(opening.system)
  }

  /** Throws where none was opened: a balance that nobody read is not a zero. */
  purse(member: MemberId): Purse {
    const purse = this.#purses.get(member)
    if (!purse) throw new Error(`The purse of member ${member} is not in this book`)
    return purse
  }

  system(kind: SystemAccountKind): Holding {
    const holding = this.#system.get(kind)
    if (!holding) throw new Error(`The account ${kind} is not in this book`)
    return holding
  }

  holding(account: Account): Holding {
    return ofMember(account) ? this.purse(account.member)[account.kind] : this.system(account.kind)
  }

  balance(account: Account): Usd {
    return this.holding(account).balance
  }

  post(plan: Plan): Posting[] {
    const draft = new Draft(this)
    const postings = plan.journals.map((journal) => ({ journal, entries: draft.enter(journal) }))
    if (plan.window) draft.put({ ...draft.purse(plan.window.member), window: plan.window.becomes })
    // Everything that can be refused has been: from here on nothing throws.
    for (const [member, purse] of draft.purses) {
      this.#purses.set(member, purse)
      this.#changedPurses.add(member)
    }
    for (const [kind, holding] of draft.systemHoldings) {
      this.#system.set(kind, holding)
      this.#changedSystem.add(kind)
    }
    return postings
  }

  /** What has to be written back, each once, however many plans touched it. */
  changes(): { purses: Purse[]; system: [SystemAccountKind, Holding][] } {
    return {
      purses: Array.from(this.#changedPurses, (member) => this.purse(member)),
      system: Array.from(this.#changedSystem, (kind) => [kind, this.system(kind)]),
    }
  }
}
