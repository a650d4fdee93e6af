import { refuseDuringHold } from '../identity/security-hold.ts'
import { plus, type Usd } from '../money.ts'
import { Refusal } from '../refusal.ts'

/** What protects a member's money from somebody who is signed in as them. */
export type SenderFacts = {
  /** When the security hold ends, if there is one. */
  readonly heldUntil: Date | null
  readonly hasSecondFactor: boolean
  /** To other members, within the last 24 hours. Null: by more transfers than are added up. Asked only if it matters. */
  readonly sentInDay: () => Usd | null
}

/** `askedFrom`: the sum of 24 hours from which on a second factor is needed. `given`: it was shown with this request. */
export type Confirmation = { readonly askedFrom: Usd; readonly given: boolean }

/** Transfers add up to this many newest ones. Whoever has sent more in a day shows a second factor in any case. */
export const TRANSFERS_ADDED_UP = 200

/** Only to others: what stays with the member is not lost to a thief. */
export function requireMaySend(facts: SenderFacts, amount: Usd, { askedFrom, given }: Confirmation): void {
  const { heldUntil, hasSecondFactor } = facts
  refuseDuringHold(heldUntil, 'sent to other members')
  if (!hasSecondFactor || given) return
  const sentInDay = facts.sentInDay()
  if (sentInDay === null || plus(sentInDay, amount) >= askedFrom)
    throw new Refusal('two_factor_required', 'Show your second factor to continue.')
}
