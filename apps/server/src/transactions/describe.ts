import type { MemberSource } from '@trefoil/core/payouts/plan-withdrawal'
import type { WithdrawalState } from '@trefoil/core/payouts/withdrawal-state'

const DEPOSITS = {
  seen: 'Seen on the chain, waiting for confirmations',
  final: 'Confirmed, being credited',
  credited: 'Credited to your impact balance',
}

/** Why is not said, whatever screening has found. */
const CHECKED = `${DEPOSITS.credited}, and being checked before it can be spent`

export const describeDeposit = (state: keyof typeof DEPOSITS, { isOnHold = false } = {}): string =>
  isOnHold ? CHECKED : DEPOSITS[state]

type WithdrawalFacts = {
  state: WithdrawalState
  waits_for: string | null
  look_at: Date | null
  decision: string | null
  source: MemberSource
}

const BACK = { available: 'available again', impact: 'in your impact balance again' }

/** What members read about it. */
export const describeWithdrawal = (facts: WithdrawalFacts): string => SENTENCES[facts.state](facts)

const SENTENCES: Record<WithdrawalState, (facts: WithdrawalFacts) => string> = {
  requested: describeWaiting,
  approved: (facts) => (facts.waits_for === null ? 'Approved, will be sent soon' : describeWaiting(facts)),
  claimed: (facts) => (facts.waits_for === null ? 'On its way to your wallet' : describeWaiting(facts)),
  failed: () => 'The network did not accept the payment: we are looking into it',
  paid: () => 'Paid to your wallet',
  refused: ({ decision, source }) => `Refused, the amount is ${BACK[source]}: ${decision ?? 'no reason was given'}`,
  cancelled: ({ source }) => `Cancelled by you, the amount is ${BACK[source]}`,
}

function describeWaiting({ waits_for: reason, look_at: until }: WithdrawalFacts): string {
  if (reason === null) return 'Requested, will be looked at soon'
  if (reason === 'vault_has_paid') return 'Paid to your wallet, waiting for the confirmation'
  if (reason === 'email_unverified')
    return 'Your e-mail address is not verified: verify it in Settings, or wait for approval'
  if (reason === 'screening') return 'Being checked: it is sent soon'
  if (until === null) return 'Waiting for approval'
  if (reason === 'vault_refuses') return 'The network did not accept the payment yet: it is tried again'
  if (reason === 'float') return 'We are refilling our payout wallet: it is sent soon'
  const time = `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (reason === 'vault_day_limit') return `Today's limit of all payouts is reached: sent after ${time}`
  return reason === 'security_hold'
    ? `Delayed for your security until ${time}`
    : `Your payout address is new: delayed until ${time}`
}
