import { NOTHING, plus, total, type Usd } from '../money.ts'
import { ofMember, type Account, type MemberId, type SystemAccountKind } from './account.ts'
import { Draft, type Entry } from './draft.ts'
import type { Journal } from './journal.ts'
import type { EarningWindow, AccountState, MemberBalances } from './member-balances.ts'
import { Violation } from './violation.ts'

/** What an operation decided: journals posted together or not at all, and what they do to earning windows. */
export type Plan = {
  readonly journals: readonly Journal[]
  /** The window that a donation opens, or that its reversal opens again. */
  readonly window?: { readonly member: MemberId; readonly becomes: EarningWindow }
  /** Shares taken back while their window is still open: they no longer count towards its threshold. */
  readonly freed?: readonly { readonly member: MemberId; readonly amount: Usd }[]
  /** The member whose accounts are closed for good. */
  readonly closes?: MemberId
}

export type Posting = { readonly journal: Journal; readonly entries: readonly Entry[] }

/** Every balance row and system account that a batch may touch, as read from the database. */
export type Snapshot = {
  memberBalances: Iterable<MemberBalances>
  system: Iterable<readonly [SystemAccountKind, AccountState]>
  /** References that were posted before, as far as they were asked about. */
  posted?: Iterable<string>
}

/**
 * The part of the ledger that a batch touches, including the effects of orders decided so far. A plan is posted as a
 * whole; a refused one changes nothing.
 */
export class Book {
  readonly #memberBalances: Map<MemberId, MemberBalances>
  readonly #system: Map<SystemAccountKind, AccountState>
  readonly #changedMembers = new Set<MemberId>()
  readonly #changedSystem = new Set<SystemAccountKind>()
  readonly #posted: Set<string>
  readonly #changedWindows = new Set<MemberId>()
  readonly #sent = new Map<MemberId, Usd>()

  constructor(snapshot: Snapshot) {
    this.#memberBalances = new Map(Array.from(snapshot.memberBalances, (balances) => [balances.member, balances]))
    this.#system = new Map(snapshot.system)
    this.#posted = new Set(snapshot.posted)
  }

  /** Throws if the row was not loaded: an unread balance is not zero. */
  balances(member: MemberId): MemberBalances {
    const balances = this.#memberBalances.get(member)
    if (!balances) throw new Error(`The balances of member ${member} are not in this book`)
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
    const postings = plan.journals.map((journal) => {
      this.#requireNew(journal)
      return { journal, entries: draft.enter(journal) }
    })
    if (plan.freed) for (const { member, amount } of plan.freed) draft.freeRoom(member, amount)
    if (plan.window) draft.put({ ...draft.balances(plan.window.member), window: plan.window.becomes })
    if (plan.closes !== undefined) draft.put({ ...draft.balances(plan.closes), closed: true })
    // Every check has passed: nothing throws from here on.
    if (plan.window) this.#changedWindows.add(plan.window.member)
    if (plan.freed) for (const member of draft.memberBalances.keys()) this.#changedWindows.add(member)
    for (const [member, balances] of draft.memberBalances) {
      this.#memberBalances.set(member, balances)
      this.#changedMembers.add(member)
    }
    for (const [kind, accountState] of draft.systemAccounts) {
      this.#system.set(kind, accountState)
      this.#changedSystem.add(kind)
    }
    for (const journal of plan.journals) {
      this.#posted.add(journal.reference)
      if (journal.reason === 'transfer') this.#countSent(journal)
    }
    return postings
  }

  /** The database would refuse it too, together with every other order of the batch. */
  #requireNew({ reference }: Journal): void {
    if (this.#posted.has(reference))
      throw new Violation('same_reference_is_posted_once', `${reference} was posted before`)
  }

  #countSent({ source, credits }: Journal): void {
    if (!ofMember(source) || source.kind !== 'impact') return
    const sum = total(credits.map(({ amount }) => amount))
    this.#sent.set(source.member, plus(this.sentToOthers(source.member), sum))
  }

  /** By orders of this batch: what was read about earlier transfers does not include them. */
  sentToOthers(member: MemberId): Usd {
    return this.#sent.get(member) ?? NOTHING
  }

  /** Whether a donation or a reversal in this batch touched the member's windows: what was read about them is outdated. */
  hasChangedWindows(member: MemberId): boolean {
    return this.#changedWindows.has(member)
  }

  /** What to write back: each changed row once. */
  changes(): { memberBalances: MemberBalances[]; system: [SystemAccountKind, AccountState][] } {
    return {
      memberBalances: Array.from(this.#changedMembers, (member) => this.balances(member)),
      system: Array.from(this.#changedSystem, (kind) => [kind, this.system(kind)]),
    }
  }
}
