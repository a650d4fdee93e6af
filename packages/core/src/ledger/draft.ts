import { minus, negated, plus, show, type Usd } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { accountName, mayBeNegative, ofMember, type Account, type MemberId, type SystemAccount } from './account.ts'
import { amountOf, assertPostable, type Credit, type Journal, type Share } from './journal.ts'
import { requireFunds, type AccountState, type MemberBalances, type SystemBalance } from './member-balances.ts'
import { returnableAfter } from './returnable.ts'
import { withTotals } from './totals.ts'

/** One line of an account's statement. The source's entry is negative and has no share. */
export type Entry = {
  readonly account: Account
  readonly amount: Usd
  readonly share: Share | null
  readonly balanceAfter: Usd
  readonly sequence: number
}

type Read = { balances(member: MemberId): MemberBalances; system(account: SystemAccount): AccountState }

/** A book's changes while a plan is being posted. Discarded if the plan is refused halfway. */
export class Draft {
  readonly memberBalances = new Map<MemberId, MemberBalances>()
  /** By the account's name. */
  readonly systemAccounts = new Map<string, SystemBalance>()
  readonly #base: Read

  constructor(base: Read) {
    this.#base = base
  }

  enter(journal: Journal): Entry[] {
    assertPostable(journal)
    const entries = [this.#debit(journal), ...journal.credits.map((credit) => this.#credit(credit, journal.source))]
    withTotals(journal, this)
    return entries
  }

  balances(member: MemberId): MemberBalances {
    return this.memberBalances.get(member) ?? this.#base.balances(member)
  }

  put(balances: MemberBalances): void {
    this.memberBalances.set(balances.member, balances)
  }

  /** Takes a reversed share out of the member's current window, which counted it. */
  freeRoom(member: MemberId, amount: Usd): void {
    const balances = this.balances(member)
    const earned = minus(balances.window.earned, amount)
    if (earned < 0n) throw new Error(`Member ${member} has earned less than ${show(amount)} in this window`)
    this.put({ ...balances, window: { ...balances.window, earned } })
  }

  /** A reversal gives back what the original took from it. */
  restoreReturnable(member: MemberId, amount: Usd): void {
    const balances = this.balances(member)
    const returnable = plus(balances.returnable, amount)
    if (returnable > balances.impact.balance)
      throw new Error(`Member ${member} has less than ${show(returnable)} to return`)
    this.put({ ...balances, returnable })
  }

  /** What was just credited stays until its sender is cleared. */
  hold(member: MemberId, amount: Usd): void {
    const balances = this.balances(member)
    this.put({ ...balances, onHold: plus(balances.onHold, amount) })
  }

  #debit(journal: Journal): Entry {
    const { source: account, credits } = journal
    const amount = amountOf(journal)
    const balance = minus(this.#accountState(account).balance, amount)
    const least = ofMember(account) && account.kind === 'impact' ? this.balances(account.member).onHold : 0n
    if (balance < least && !mayBeNegative(account)) {
      if (ofMember(account)) requireFunds(this.balances(account.member), account.kind, amount)
      throw new Refusal('insufficient_funds', `The account ${accountName(account)} does not cover ${show(amount)}`)
    }
    const line = { account, amount: negated(amount), share: null, balanceAfter: balance }
    return this.#write(line, credits[0].target.kind)
  }

  #credit({ target: account, amount, share }: Credit, source: Account): Entry {
    if (ofMember(account) && this.balances(account.member).closed)
      throw new Refusal('wrong_state', `Member ${account.member} has left: nothing can be credited to them`)
    const balanceAfter = plus(this.#accountState(account).balance, amount)
    return this.#write({ account, amount, share, balanceAfter }, source.kind)
  }

  #write(line: Omit<Entry, 'sequence'>, other: Account['kind']): Entry {
    const { account, amount, balanceAfter } = line
    const sequence = this.#accountState(account).sequence + 1
    if (ofMember(account)) {
      const before = this.balances(account.member)
      const returnable =
        account.kind === 'impact'
          ? returnableAfter(before.returnable, { amount, balanceAfter, other })
          : before.returnable
      this.put({ ...before, [account.kind]: { balance: balanceAfter, sequence }, returnable })
    } else this.systemAccounts.set(account.name, { account, balance: balanceAfter, sequence })
    return { ...line, sequence }
  }

  #accountState(account: Account): AccountState {
    if (ofMember(account)) return this.balances(account.member)[account.kind]
    return this.systemAccounts.get(account.name) ?? this.#base.system(account)
  }
}
