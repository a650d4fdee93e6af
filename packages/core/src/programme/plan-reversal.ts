import { NOTHING, plus, show, type Usd } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { ofMember, type MemberId } from '../ledger/account.ts'
import type { Plan } from '../ledger/book.ts'
import { amountOf, isEarning, type Journal, type Reason } from '../ledger/journal.ts'
import type { EarningWindow } from '../ledger/member-balances.ts'
import { reverse, type ReversalTerms } from '../ledger/reversal.ts'
import type { Programme } from './programme.ts'
import { earningThreshold } from './standing.ts'

export type ReversalFacts = Pick<ReversalTerms, 'balance'> & {
  readonly original: Journal
  readonly isReversed: boolean
  /** If the original is a donation. */
  readonly donation: ReversedDonation | null
  /** Whether what this member earned by the original counts in their current window. */
  readonly isWindowOpen: (member: MemberId) => boolean
  /** By how much the original lowered what its source could return. */
  readonly takenFromReturnable: Usd
  readonly programme: Programme
}

export type ReversedDonation = {
  readonly donor: MemberId
  /** Whether the donor's current window is the one that it opened. */
  readonly isLatest: boolean
  readonly current: EarningWindow
  /** The window that it closed, without the shares of it that were taken back since. */
  readonly closed: EarningWindow
}

export type ReversalPlan = Plan & { readonly borne: Usd }

/**
 * Takes back a transfer, an assigned deposit or a member's latest donation. The donor's earlier window is open again, and
 * counts what was earned since.
 */
export function planReversal(facts: ReversalFacts, order: Pick<ReversalTerms, 'operationsBears'>): ReversalPlan {
  const { original, donation, programme, balance, isWindowOpen } = facts
  requireReversible(original)
  if (facts.isReversed) throw new Refusal('wrong_state', 'This journal was already reversed')
  const window = donation && { member: donation.donor, becomes: reopened(donation, programme) }
  const { journals, borne } = reverse(original, { balance, ...order })
  const restored = restoredBy(facts)
  return {
    journals,
    borne,
    freed: freedBy(journals, isWindowOpen),
    ...(window && { window }),
    ...(restored && { restored }),
  }
}

/** What was deposited and is no longer spent can be returned again. */
function restoredBy({ original: { source }, takenFromReturnable: amount }: ReversalFacts): Plan['restored'] {
  return ofMember(source) && source.kind === 'impact' && amount > NOTHING
    ? { member: source.member, amount }
    : undefined
}

/** Other journals follow from the chain or from a withdrawal, and are corrected there; an adjustment, by another one. */
export const isReversible = ({ reason, source }: { reason: Reason; source: string }): boolean =>
  reason === 'transfer' || reason === 'donation' || (reason === 'adjustment' && source === 'chain')

function requireReversible(original: Journal): void {
  if (!isReversible({ reason: original.reason, source: original.source.kind }))
    throw new Refusal('wrong_state', 'Only a transfer, an assigned deposit or a donation can be reversed')
}

function reopened({ isLatest, current, closed }: ReversedDonation, { stages }: Programme): EarningWindow {
  if (!isLatest)
    throw new Refusal('wrong_state', 'The member has donated since: only the latest donation can be reversed')
  const earned = plus(closed.earned, current.earned)
  const threshold = earningThreshold(stages, closed)
  if (current.earned > NOTHING && earned > threshold)
    throw new Refusal(
      'wrong_state',
      `The member has earned ${show(current.earned)} since. With it, ${show(earned)} would be earned under the earlier threshold of ${show(threshold)}`,
    )
  return { ...closed, earned }
}

const freedBy = (journals: readonly Journal[], isWindowOpen: ReversalFacts['isWindowOpen']) =>
  journals.flatMap((journal) => {
    const { source, credits } = journal
    if (!ofMember(source) || !isEarning(credits[0].share) || !isWindowOpen(source.member)) return []
    return [{ member: source.member, amount: amountOf(journal) }]
  })
