import { show, type Usd } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { available, cause, impact, operations, type Account, type CauseId } from '../ledger/account.ts'
import type { Plan } from '../ledger/book.ts'
import type { Credit, Journal } from '../ledger/journal.ts'
import { requireFunds, requireNotFrozen, type EarningWindow, type MemberBalances } from '../ledger/member-balances.ts'
import { divide, type Division, type DivisionRow, type Upline } from './division.ts'
import type { Programme } from './programme.ts'
import { STAGE_MAX } from './stage.ts'
import { minimumDonation, windowAfterDonation } from './standing.ts'

export type DonationFacts = Upline & { readonly programme: Programme; readonly donor: MemberBalances }

export type DonationOrder = { readonly amount: Usd; readonly cause: CauseId; readonly reference: string }

export type DonationPlan = Plan & {
  readonly journals: readonly [Journal]
  readonly window: NonNullable<Plan['window']>
  /** The window that this donation closed. Reversing the donation reopens it. */
  readonly closed: EarningWindow
  readonly cause: CauseId
  readonly division: Division
}

export function planDonation(facts: DonationFacts, order: DonationOrder): DonationPlan {
  const { donor, programme } = facts
  const { amount, cause: given, reference } = order
  assertUpline(facts)
  requireNotFrozen(donor)
  const minimum = minimumDonation(programme.stages, donor.window.stage)
  if (amount < minimum)
    throw new Refusal('below_minimum', `Minimum donation is ${show(minimum)}`, {
      name: 'minimum_donation',
      values: { amount: show(minimum) },
    })
  requireFunds(donor, 'impact', amount)
  const division = divide(programme, facts, amount)
  return {
    journals: [
      {
        source: impact(donor.member),
        credits: creditsOf(division, given),
        reason: 'donation',
        reference,
        ruleVersion: programme.version,
      },
    ],
    window: { member: donor.member, becomes: windowAfterDonation(programme.stages, donor.window, amount) },
    closed: donor.window,
    cause: given,
    division,
  }
}

/** A share of zero is explained in the division, but moves no money. */
function creditsOf(division: Division, given: CauseId): [Credit, ...Credit[]] {
  const [first, ...others] = division
    .filter((row) => row.paid > 0n)
    .map((row) => ({ target: targetOf(row, given), amount: row.paid, share: row.share }))
  if (!first) throw new Error('A donation of zero was divided')
  return [first, ...others]
}

function targetOf(row: DivisionRow, given: CauseId): Account {
  if (row.share === 'cause') return cause(given)
  if (row.share === 'operations') return operations
  if (row.member === null) throw new Error(`The ${row.share} share is paid to nobody`)
  return available(row.member)
}

/** The tree has no cycles and no member twice: anything else is a read error. */
function assertUpline({ donor, sponsor, above }: DonationFacts): void {
  const ids = new Set(above.map((balances) => balances.member))
  if (
    above.length > STAGE_MAX ||
    ids.size < above.length ||
    ids.has(donor.member) ||
    sponsor?.member === donor.member
  ) {
    throw new Error(`Wrong upline of member ${donor.member}`)
  }
}
