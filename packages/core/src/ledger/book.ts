import type { Usd } from '../money.ts'
import { ofMember, type Account, type MemberId, type SystemAccountKind } from './account.ts'
import { Draft, type Entry } from './draft.ts'
import type { Journal } from './journal.ts'
import type { EarningWindow, AccountState, MemberBalances } from './member-balances.ts'

/** What a decision asks for: journals that are posted all or none, and the earning window that one of them opens. */
export type Plan = {
  readonly journals: readonly Journal[]
  readonly window?: { readonly member: MemberId; readonly becomes: EarningWindow }
}

export type Posting = { readonly journal: Journal; readonly entries: readonly Entry[] }

/** Every balances and system account that a batch of orders may touch, as read from the database. */
export type Snapshot = {
  memberBalances: Iterable<MemberBalances>
  system: Iterable<readonly [SystemAccountKind, AccountState]>
}

/**
 * The part of the ledger that a batch of orders touches, as the orders decided so far left it. A plan is posted
 * whole, or refused and nothing has changed.
 */
export class Book {
  readonly #memberBalances: Map<MemberId, MemberBalances>
  readonly #system: Map<SystemAccountKind, AccountState>
  readonly #changedMembers = new Set<MemberId>()
  readonly #changedSystem = new Set<SystemAccountKind>()

  constructor(snapshot: Snapshot) {
    this.#memberBalances = new Map(Array.from(snapshot.memberBalances, (balances) => [balances.member, balances]))
    this.#system = new Map(snapshot.system)
  }

  /** Throws where none was opened: a balance that nobody read is not a zero. */
  balances(member: MemberId): MemberBalances {
    const balances = this.#memberBalances.get(member)
    if (!balances) throw new Error(`The balances of member ${member} is not in this book`)
    return balances
  }

  system(kind: SystemAccountKind): AccountState {
    const accountState = this.#system.get(kind)
    if (!accountState) throw new Error(`The account ${kind} is not in this book`)
    return accountState
  }

  accountState(account: Account): AccountState {
    return ofMember(account) ? this.balances(account.member)[account.kind] : this.system(account.kind)
  }

  balance(account: Account): Usd {
    return this.accountState(account).balance
  }

  post(plan: Plan): Posting[] {
    const draft = new Draft(this)
    const postings = plan.journals.map((journal) => ({ journal, entries: draft.enter(journal) }))
    if (plan.window) draft.put({ ...draft.balances(plan.window.member), window: plan.window.becomes })
    // Everything that can be refused has been: from here on nothing throws.
    for (const [member, balances] of draft.memberBalances) {
      this.#memberBalances.set(member, balances)
      this.#changedMembers.add(member)
    }
    for (const [kind, accountState] of draft.systemAccounts) {
      this.#system.set(kind, accountState)
      this.#changedSystem.add(kind)
    }
    return postings
  }

  /** What has to be written back, each once, however many plans touched it. */
  changes(): { memberBalances: MemberBalances[]; system: [SystemAccountKind, AccountState][] } {
    return {
      memberBalances: Array.from(this.#changedMembers, (member) => this.balances(member)),
      system: Array.from(this.#changedSystem, (kind) => [kind, this.system(kind)]),
    }
  }
}
