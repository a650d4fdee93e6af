import { plus, type Usd } from '../money.ts'
import type { AutomaticPayout } from '../programme/programme.ts'

/** What decides whether a withdrawal may be paid now. Times are in milliseconds. */
export type PayoutFacts = {
  readonly amount: Usd
  readonly to: string
  readonly isApproved: boolean
  /** Of a deposit that was not spent. */
  readonly isReturn: boolean
  readonly isFrozen: boolean
  /** Null if none is saved. */
  readonly savedAddress: { readonly address: string; readonly since: number } | null
  /** Or in its time of grace. */
  readonly isEmailVerified: boolean
  /** When the security hold ends. */
  readonly heldUntil: number | null
  /** What was paid to this member without an operator within the last day. */
  readonly leftToday: Usd
  readonly now: number
}

export type PayoutVerdict =
  | { readonly kind: 'pay' }
  | { readonly kind: 'wait'; readonly until: number; readonly why: WaitReason }
  | { readonly kind: 'ask_operator'; readonly why: OperatorReason }

type WaitReason = 'security_hold' | 'new_address' | 'address_changed'
type OperatorReason =
  | 'frozen'
  | 'email_unverified'
  | 'deposit_return'
  | 'address_not_saved'
  | 'daily_limit'
  | 'address_changed'

const HOUR_MS = 3_600_000

/** Evaluated again before every payment, so a hold that begins after the request still counts. */
export function judgePayout(facts: PayoutFacts, rule: AutomaticPayout): PayoutVerdict {
  if (facts.isFrozen) return { kind: 'ask_operator', why: 'frozen' }
  // Even an approved withdrawal waits: an account thief may persuade an operator, too.
  if (facts.heldUntil !== null && facts.heldUntil > facts.now)
    return { kind: 'wait', until: facts.heldUntil, why: 'security_hold' }
  if (facts.isApproved) return { kind: 'pay' }
  if (!facts.isEmailVerified) return { kind: 'ask_operator', why: 'email_unverified' }
  if (facts.isReturn && facts.amount > rule.returnMax) return { kind: 'ask_operator', why: 'deposit_return' }
  if (facts.savedAddress?.address !== facts.to) return { kind: 'ask_operator', why: 'address_not_saved' }
  if (plus(facts.leftToday, facts.amount) > rule.perDayMax) return { kind: 'ask_operator', why: 'daily_limit' }
  const aged = facts.savedAddress.since + rule.addressAgeHours * HOUR_MS
  return aged > facts.now ? { kind: 'wait', until: aged, why: 'new_address' } : { kind: 'pay' }
}

/** Null if the cause has none. Nothing is paid to it before `from`. */
export type CauseAddress = { readonly address: string; readonly from: number } | null

/**
 * A payout to a cause waits while its address changes. The old one may be lost or stolen by now, and to the new one nobody
 * has agreed for this amount: operators refuse it and propose it again.
 */
export function judgeCausePayout({ to, now }: { to: string; now: number }, paidAt: CauseAddress): PayoutVerdict {
  if (paidAt?.address !== to) return { kind: 'ask_operator', why: 'address_changed' }
  // It has come back.
  return paidAt.from > now ? { kind: 'wait', until: paidAt.from, why: 'address_changed' } : { kind: 'pay' }
}

/** After so many automatic attempts an operator has to find out why the chain rejects the payment. */
export const GENERATIONS_MAX = 3
