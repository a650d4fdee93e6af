import type { Meaning, TransactionValues } from '@trefoil/contract/explain-values'
import type { MemberSource } from '@trefoil/core/payouts/plan-withdrawal'
import type { WithdrawalState } from '@trefoil/core/payouts/withdrawal-state'

type Said<Values> = string | ((values: Values) => string)
const CREDITED = 'Credited to your impact balance'

/** What members read. */
export const TRANSACTION_WORDS: { [Code in keyof TransactionValues]: Said<TransactionValues[Code]> } = {
  deposit_seen: 'Seen on the chain, waiting for confirmations',
  deposit_final: 'Confirmed, being credited',
  deposit_credited: CREDITED,
  // Why is not said, whatever screening has found.
  deposit_checked: `${CREDITED}, and being checked before it can be spent`,
  withdrawal_requested: 'Requested, will be looked at soon',
  withdrawal_approved: 'Approved, will be sent soon',
  withdrawal_claimed: 'On its way to your wallet',
  withdrawal_failed: 'The network did not accept the payment: we are looking into it',
  withdrawal_paid: 'Paid to your wallet',
  withdrawal_refused_available: ({ why }) => `Refused, the amount is available again: ${why}`,
  withdrawal_refused_impact: ({ why }) => `Refused, the amount is in your impact balance again: ${why}`,
  withdrawal_refused_available_unexplained: 'Refused, the amount is available again: no reason was given',
  withdrawal_refused_impact_unexplained: 'Refused, the amount is in your impact balance again: no reason was given',
  withdrawal_cancelled_available: 'Cancelled by you, the amount is available again',
  withdrawal_cancelled_impact: 'Cancelled by you, the amount is in your impact balance again',
  waits_for_confirmation: 'Paid to your wallet, waiting for the confirmation',
  waits_for_email: 'Your e-mail address is not verified: verify it in Settings, or wait for approval',
  waits_for_check: 'Being checked: it is sent soon',
  waits_for_approval: 'Waiting for approval',
  waits_for_network: 'The network did not accept the payment yet: it is tried again',
  waits_for_refill: 'We are refilling our payout wallet: it is sent soon',
  waits_for_next_day: ({ until }) => `Today's limit of all payouts is reached: sent after ${until}`,
  waits_for_security: ({ until }) => `Delayed for your security until ${until}`,
  waits_for_new_address: ({ until }) => `Your payout address is new: delayed until ${until}`,
}

export type TransactionMeaning = Meaning<TransactionValues>

/** In English; screens in other languages say it from the code. */
export function describe({ code, params }: TransactionMeaning): string {
  const said = TRANSACTION_WORDS[code] as Said<TransactionMeaning['params']>
  return typeof said === 'function' ? said(params) : said
}

export const meaningOfDeposit = (
  state: 'seen' | 'final' | 'credited',
  { isOnHold = false } = {},
): TransactionMeaning => ({ code: isOnHold ? 'deposit_checked' : `deposit_${state}`, params: {} })

type WithdrawalFacts = {
  state: WithdrawalState
  waits_for: string | null
  look_at: Date | null
  decision: string | null
  source: MemberSource
}

export function meaningOfWithdrawal(facts: WithdrawalFacts): TransactionMeaning {
  const { state, decision, source } = facts
  if (state === 'refused')
    return decision === null
      ? { code: `withdrawal_refused_${source}_unexplained`, params: {} }
      : { code: `withdrawal_refused_${source}`, params: { why: decision } }
  if (state === 'cancelled') return { code: `withdrawal_cancelled_${source}`, params: {} }
  if (state === 'failed' || state === 'paid') return { code: `withdrawal_${state}`, params: {} }
  return facts.waits_for === null ? { code: `withdrawal_${state}`, params: {} } : meaningOfWaiting(facts)
}

function meaningOfWaiting({ waits_for: reason, look_at: at }: WithdrawalFacts): TransactionMeaning {
  if (reason === 'vault_has_paid') return { code: 'waits_for_confirmation', params: {} }
  if (reason === 'email_unverified') return { code: 'waits_for_email', params: {} }
  if (reason === 'screening') return { code: 'waits_for_check', params: {} }
  if (at === null) return { code: 'waits_for_approval', params: {} }
  if (reason === 'vault_refuses') return { code: 'waits_for_network', params: {} }
  if (reason === 'float') return { code: 'waits_for_refill', params: {} }
  const until = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (reason === 'vault_day_limit') return { code: 'waits_for_next_day', params: { until } }
  return { code: reason === 'security_hold' ? 'waits_for_security' : 'waits_for_new_address', params: { until } }
}
