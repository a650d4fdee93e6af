import { minus, negated, plus, show, type Usd } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { accountName, mayBeNegative, ofMember, type Account, type MemberId, type SystemAccountKind } from './account.ts'
import { amountOf, assertPostable, type Journal, type Share } from './journal.ts'
import { requireFunds, type Holding, type Purse } from './purse.ts'
import { withTotals } from './totals.ts'

/** One line of an account's statement: negative, and of no share, where the account is the source. */
export type Entry = {
  readonly account: Account
  readonly amount: Usd
  readonly share: Share | null
  readonly balanceAfter: Usd
  readonly sequence: number
}

type Read = { purse(member: MemberId): Purse; system(kind: SystemAccountKind): Holding }

/** A book's changes while a plan is being posted. Dropped as it is when the plan is refused halfway. */
export class Draft {
  readonly purses = new Map<MemberId, Purse>()
  readonly systemHoldings = new Map<SystemAccountKind, Holding>()
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

  purse(member: MemberId): Purse {
    return this.purses.get(member) ?? this.#base.purse(member)
  }

  put(purse: Purse): void {
    this.purses.set(purse.member, purse)
  }

  #debit(account: Account, amount: Usd): Entry {
    const balance = minus(this.#holding(account).balance, amount)
    if (balance < 0n && !mayBeNegative(account)) {
      if (ofMember(account)) requireFunds(this.purse(account.member), account.kind, amount)
      throw new Refusal('insufficient_funds', `The account ${accountName(account)} does not cover ${show(amount)}`)
    }
    return this.#write({ account, amount: negated(amount), share: null, balanceAfter: balance })
  }

  #credit(account: Account, amount: Usd, share: Share): Entry {
    return this.#write({ account, amount, share, balanceAfter: plus(this.#holding(account).balance, amount) })
  }

  #write(line: Omit<Entry, 'sequence'>): Entry {
    const { account, balanceAfter } = line
    const sequence = this.#holding(account).sequence + 1
    const holding = { balance: balanceAfter, sequence }
    if (ofMember(account)) this.put({ ...this.purse(account.member), [account.kind]: holding })
    else this.systemHoldings.set(account.kind, holding)
    return { ...line, sequence }
  }

  #holding(account: Account): Holding {
    if (ofMember(account)) return this.purse(account.member)[account.kind]
    return this.systemHoldings.get(account.kind) ?? this.#base.system(account.kind)
  }
}
