import { plus, type Usd } from '../money.ts'
import type { AutomaticPayout } from '../programme/programme.ts'

/** What decides whether a withdrawal may leave, as things are at this moment. Times are in milliseconds. */
export type PayoutFacts = {
  readonly amount: Usd
  readonly to: string
  readonly isApproved: boolean
  readonly isFrozen: boolean
  /** Null where none was saved. */
  readonly savedAddress: { readonly address: string; readonly since: number } | null
  /** The end of a security hold. */
  readonly heldUntil: number | null
  /** What left by itself for this member within the last day. */
  readonly leftToday: Usd
  readonly now: number
}

export type PayoutVerdict =
  | { readonly kind: 'pay' }
  | { readonly kind: 'wait'; readonly until: number; readonly why: 'security_hold' | 'new_address' }
  | { readonly kind: 'ask_operator'; readonly why: 'frozen' | 'address_not_saved' | 'daily_limit' }

/** After a passcode reset and after an operator turned two-factor off. */
export const SECURITY_HOLD_HOURS = 24

const HOUR_MS = 3_600_000

/** Asked again at each look: a hold that began after the request counts as one before it. */
export function judgePayout(facts: PayoutFacts, rule: AutomaticPayout): PayoutVerdict {
  if (facts.isFrozen) return { kind: 'ask_operator', why: 'frozen' }
  // Whoever took an account over may talk an operator into it, too.
  if (facts.heldUntil !== null && facts.heldUntil > facts.now)
    return { kind: 'wait', until: facts.heldUntil, why: 'security_hold' }
  if (facts.isApproved) return { kind: 'pay' }
  if (facts.savedAddress?.address !== facts.to) return { kind: 'ask_operator', why: 'address_not_saved' }
  if (plus(facts.leftToday, facts.amount) > rule.perDayMax) return { kind: 'ask_operator', why: 'daily_limit' }
  const aged = facts.savedAddress.since + rule.addressAgeHours * HOUR_MS
  return aged > facts.now ? { kind: 'wait', until: aged, why: 'new_address' } : { kind: 'pay' }
}

/** Tried so often by itself; then an operator looks at why the chain turns it down. */
export const GENERATIONS_MAX = 3
