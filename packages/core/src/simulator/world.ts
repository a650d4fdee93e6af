import { cause, operations, type MemberId } from '../ledger/account.ts'
import { Book } from '../ledger/book.ts'
import { EMPTY_ACCOUNT, newMemberBalances, type EarningWindow, type MemberBalances } from '../ledger/member-balances.ts'
import { POSITIONS, TEAM_LEVELS } from '../network/tree.ts'
import { NOTHING, type Usd } from '../money.ts'
import type { Division } from '../programme/division.ts'
import { planDonation } from '../programme/plan-donation.ts'
import type { Programme } from '../programme/programme.ts'

type Seat = {
  balances: MemberBalances
  readonly sponsor: MemberId | null
  readonly parent: MemberId | null
  readonly below: MemberId[]
}

type Place = { readonly sponsor: MemberId | null; readonly parent: MemberId | null; readonly window?: EarningWindow }

/** A network that exists only here. Donations are decided and posted by the ledger's own code. */
export class World {
  readonly #programme: Programme
  readonly #seats: Seat[] = []
  #donations = 0

  constructor(programme: Programme) {
    this.#programme = programme
  }

  get size(): number {
    return this.#seats.length
  }

  /** Members are numbered from 1. */
  join({ sponsor, parent, window }: Place): MemberId {
    const member = this.#seats.length + 1
    const balances = { ...newMemberBalances(member), ...(window && { window }) }
    this.#seats.push({ balances, sponsor, parent, below: [] })
    if (parent !== null) this.#seat(parent).below.push(member)
    return member
  }

  /** In the first free place below the sponsor, level by level. */
  joinBelow(sponsor: MemberId): MemberId {
    const queue = [sponsor]
    for (const member of queue) {
      const { below } = this.#seat(member)
      if (below.length < POSITIONS.length) return this.join({ sponsor, parent: member })
      queue.push(...below)
    }
    throw new Error('A tree has no end')
  }

  /** From money that the member has for it. */
  give(member: MemberId, amount: Usd): Division {
    const { sponsor } = this.#seat(member)
    const above = this.#above(member)
    const before = this.balances(member)
    const donor = { ...before, impact: { ...before.impact, balance: amount } }
    const upline = {
      sponsor: sponsor === null ? null : this.balances(sponsor),
      above: above.map((id) => this.balances(id)),
    }
    const plan = planDonation(
      { programme: this.#programme, donor, ...upline },
      { amount, cause: this.#programme.defaultCause, reference: `donation ${(this.#donations += 1)}` },
    )
    const book = new Book({
      memberBalances: [donor, ...upline.above, ...(upline.sponsor ? [upline.sponsor] : [])],
      system: [cause(this.#programme.defaultCause), operations].map((account) => ({ account, ...EMPTY_ACCOUNT })),
    })
    book.post(plan)
    for (const balances of book.changes().memberBalances) this.#seat(balances.member).balances = balances
    return plan.division
  }

  balances(member: MemberId): MemberBalances {
    return this.#seat(member).balances
  }

  earned(member: MemberId): Usd {
    return this.balances(member).totals.earned
  }

  #above(member: MemberId): MemberId[] {
    const above: MemberId[] = []
    let { parent } = this.#seat(member)
    while (parent !== null && above.length < TEAM_LEVELS) {
      above.push(parent)
      ;({ parent } = this.#seat(parent))
    }
    return above
  }

  #seat(member: MemberId): Seat {
    const seat = this.#seats[member - 1]
    if (!seat) throw new Error(`Nobody is number ${member}`)
    return seat
  }
}

/** What the cause gets of a donation. */
export const toCause = (division: Division): Usd => division.find(({ share }) => share === 'cause')?.paid ?? NOTHING
