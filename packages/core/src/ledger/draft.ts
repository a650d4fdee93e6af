import { minus, negated, plus, show, type Usd } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { accountName, mayBeNegative, ofMember, type Account, type MemberId, type SystemAccountKind } from './account.ts'
import { amountOf, assertPostable, type Journal, type Share } from './journal.ts'
import { requireFunds, type AccountState, type MemberBalances } from './member-balances.ts'
import { withTotals } from './totals.ts'

/** One line of an account's statement. The source's entry is negative and has no share. */
export type Entry = {
  readonly account: Account
  readonly amount: Usd
  readonly share: Share | null
  readonly balanceAfter: Usd
  readonly sequence: number
}

type Read = { balances(member: MemberId): MemberBalances; system(kind: SystemAccountKind): AccountState }

/** A book's changes while a plan is being posted. Discarded if the plan is refused halfway. */
export class Draft {
  readonly memberBalances = new Map<MemberId, MemberBalances>()
  readonly systemAccounts = new Map<SystemAccountKind, AccountState>()
  readonly #base: Read

  constructor(base: Read) {
    this.#base = base
  }

  enter(journal: Journal): Entry[] {
    assertPostable(journal)
    const entries = [
      this.#debit(journal.source, amountOf(journal)),
      ...journal.credits.map((credit) => this.#credit(credit.target, credit.amount, credit.share)),
    ]
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

  #debit(account: Account, amount: Usd): Entry {
    const balance = minus(this.#accountState(account).balance, amount)
    if (balance < 0n && !mayBeNegative(account)) {
      if (ofMember(account)) requireFunds(this.balances(account.member), account.kind, amount)
      throw new Refusal('insufficient_funds', `The account ${accountName(account)} does not cover ${show(amount)}`)
    }
    return this.#write({ account, amount: negated(amount), share: null, balanceAfter: balance })
  }

  #credit(account: Account, amount: Usd, share: Share): Entry {
    if (ofMember(account) && this.balances(account.member).closed)
      throw new Refusal('wrong_state', `Member ${account.member} has left: nothing can be credited to them`)
    return this.#write({ account, amount, share, balanceAfter: plus(this.#accountState(account).balance, amount) })
  }

  #write(line: Omit<Entry, 'sequence'>): Entry {
    const { account, balanceAfter } = line
    const sequence = this.#accountState(account).sequence + 1
    const accountState = { balance: balanceAfter, sequence }
    if (ofMember(account)) this.put({ ...this.balances(account.member), [account.kind]: accountState })
    else this.systemAccounts.set(account.kind, accountState)
    return { ...line, sequence }
  }

  #accountState(account: Account): AccountState {
    if (ofMember(account)) return this.balances(account.member)[account.kind]
    return this.systemAccounts.get(account.kind) ?? this.#base.system(account.kind)
  }
}
