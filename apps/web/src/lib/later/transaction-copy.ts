import type { DivisionValues, TransactionValues } from '@trefoil/contract/explain-values'
import { showUtc } from '../date-format.ts'
import { laterMessages } from './later-messages.ts'

type Said<V> = string | ((values: V) => string)

/** What the server says in English, for other languages: see `TransactionValues`. */
const transactionWords = laterMessages('transactionWords', {
  deposit_seen: 'Seen on the chain, waiting for confirmations',
  deposit_final: 'Confirmed, being credited',
  deposit_credited: 'Credited to your impact balance',
  deposit_checked: 'Credited to your impact balance, and being checked before it can be spent',
  withdrawal_requested: 'Requested, will be looked at soon',
  withdrawal_approved: 'Approved, will be sent soon',
  withdrawal_claimed: 'On its way to your wallet',
  withdrawal_failed: 'The network did not accept the payment: we are looking into it',
  withdrawal_paid: 'Paid to your wallet',
  withdrawal_refused_available: ({ why }: { why: string }) => `Refused, the amount is available again: ${why}`,
  withdrawal_refused_impact: ({ why }: { why: string }) =>
    `Refused, the amount is in your impact balance again: ${why}`,
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
  waits_for_next_day: ({ until }: { until: string }) => `Today's limit of all payouts is reached: sent after ${until}`,
  waits_for_security: ({ until }: { until: string }) => `Delayed for your security until ${until}`,
  waits_for_new_address: ({ until }: { until: string }) => `Your payout address is new: delayed until ${until}`,
} satisfies { [Code in keyof TransactionValues]: Said<TransactionValues[Code]> })

/** The same, of a share of a donation. */
const division = laterMessages('division', {
  own_share: 'Its own share',
  own_share_and_rest: 'Its own share, and what could not be paid to others',
  runs_programme: 'Runs the programme',
  nobody_there: 'Nobody is there: it went on to the cause',
  paid_in_part: 'Could not be paid in full: the rest went on to the cause',
  not_paid: 'Could not be paid: it went on to the cause',
  invited_you: 'Invited you',
  above_you: 'Above you in the network',
} satisfies Record<keyof DivisionValues, string>)

export type Values = Record<string, string | number>

const known = { ...transactionWords, ...division } as unknown as Record<string, Said<Values>>

/** Undefined for one that this page does not know yet. */
export function transactionIn(code: string, params: Values = {}): string | undefined {
  const said = Object.hasOwn(known, code) ? known[code] : undefined
  const { until } = params
  return typeof said === 'function' ? said({ ...params, ...(until && { until: showUtc(String(until)) }) }) : said
}
