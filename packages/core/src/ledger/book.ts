import { minus, NOTHING, plus, total, type Usd } from '../money.ts'
import { ofMember, type Account, type MemberId, type SystemAccount } from './account.ts'
import { Draft, type Entry } from './draft.ts'
import type { Journal } from './journal.ts'
import type { EarningWindow, AccountState, MemberBalances, SystemBalance } from './member-balances.ts'
import { Violation } from './violation.ts'

/** What an operation decided: journals posted together or not at all, and what they do to earning windows. */
export type Plan = {
  readonly journals: readonly Journal[]
  /** The window that a donation opens, or that its reversal opens again. */
  readonly window?: { readonly member: MemberId; readonly becomes: EarningWindow }
  /** Shares taken back while their window is still open: they no longer count towards its threshold. */
  readonly freed?: readonly { readonly member: MemberId; readonly amount: Usd }[]
  /** How much of a donor's or a sender's money can be returned again, once it is back. */
  readonly restored?: { readonly member: MemberId; readonly amount: Usd }
  /** What a deposit brought, until its sender is cleared. */
  readonly holds?: { readonly member: MemberId; readonly amount: Usd }
  /** The member whose accounts are closed for good. */
  readonly closes?: MemberId
}

export type Posting = { readonly journal: Journal; readonly entries: readonly Entry[] }

/** Every balance row and system account that a batch may touch, as read from the database. */
export type Snapshot = {
  memberBalances: Iterable<MemberBalances>
  system: Iterable<SystemBalance>
  /** References that were posted before, as far as they were asked about. */
  posted?: Iterable<string>
}

/**
 * The part of the ledger that a batch touches, including the effects of orders decided so far. A plan is posted as a
 * whole; a refused one changes nothing.
 */
export class Book {
  readonly #memberBalances: Map<MemberId, MemberBalances>
  /** By the account's name. */
  readonly #system: Map<string, SystemBalance>
  readonly #changedMembers = new Set<MemberId>()
  readonly #changedSystem = new Set<string>()
  readonly #posted: Set<string>
  readonly #changedWindows = new Set<MemberId>()
  readonly #sent = new Map<MemberId, Usd>()
  readonly #withheld = new Map<MemberId, Usd>()

  constructor(snapshot: Snapshot) {
    this.#memberBalances = new Map(Array.from(snapshot.memberBalances, (balances) => [balances.member, balances]))
    this.#system = new Map(Array.from(snapshot.system, (balance) => [balance.account.name, balance]))
    this.#posted = new Set(snapshot.posted)
  }

  /** Throws if the row was not loaded: an unread balance is not zero. */
  balances(member: MemberId): MemberBalances {
    const balances = this.#memberBalances.get(member)
    if (!balances) throw new Error(`The balances of member ${member} are not in this book`)
    return balances
  }

  system({ name }: SystemAccount): SystemBalance {
    const balance = this.#system.get(name)
    if (!balance) throw new Error(`The account ${name} is not in this book`)
    return balance
  }

  accountState(account: Account): AccountState {
    return ofMember(account) ? this.balances(account.member)[account.kind] : this.system(account)
  }

  balance(account: Account): Usd {
    return this.accountState(account).balance
  }

  /** Without what is on hold until its sender is cleared. */
  spendable(account: Account): Usd {
    const balance = this.balance(account)
    return ofMember(account) && account.kind === 'impact'
      ? minus(balance, this.balances(account.member).onHold)
      : balance
  }

  post(plan: Plan): Posting[] {
    const draft = new Draft(this)
    const postings = plan.journals.map((journal) => {
      this.#requireNew(journal)
      return { journal, entries: draft.enter(journal) }
    })
    if (plan.freed) for (const { member, amount } of plan.freed) draft.freeRoom(member, amount)
    if (plan.restored) draft.restoreReturnable(plan.restored.member, plan.restored.amount)
    if (plan.holds) draft.hold(plan.holds.member, plan.holds.amount)
    if (plan.window) draft.put({ ...draft.balances(plan.window.member), window: plan.window.becomes })
    if (plan.closes !== undefined) draft.put({ ...draft.balances(plan.closes), closed: true })
    // Every check has passed: nothing throws from here on.
    if (plan.window) this.#changedWindows.add(plan.window.member)
    if (plan.freed) for (const member of draft.memberBalances.keys()) this.#changedWindows.add(member)
    for (const [member, balances] of draft.memberBalances) {
      this.#memberBalances.set(member, balances)
      this.#changedMembers.add(member)
    }
    for (const [name, balance] of draft.systemAccounts) {
      this.#system.set(name, balance)
      this.#changedSystem.add(name)
    }
    for (const journal of plan.journals) {
      this.#posted.add(journal.reference)
      if (journal.reason === 'transfer') this.#countSent(journal)
      if (journal.reason === 'withdrawal_held') this.#countWithheld(journal)
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

  #countWithheld({ source, credits }: Journal): void {
    if (!ofMember(source)) return
    const sum = total(credits.map(({ amount }) => amount))
    this.#withheld.set(source.member, plus(this.askedToWithdraw(source.member), sum))
  }

  /** By orders of this batch. */
  askedToWithdraw(member: MemberId): Usd {
    return this.#withheld.get(member) ?? NOTHING
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
  changes(): { memberBalances: MemberBalances[]; system: SystemBalance[] } {
    return {
      memberBalances: Array.from(this.#changedMembers, (member) => this.balances(member)),
      system: Array.from(this.#changedSystem).flatMap((name) => this.#system.get(name) ?? []),
    }
  }
}
