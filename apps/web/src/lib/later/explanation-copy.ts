import type { Term } from '@trefoil/contract/explain'
import type { ExplainedValues, LineValues } from '@trefoil/contract/explain-values'
import type { ReversalValues } from '@trefoil/contract/activity-values'
import { dateFormat, showDay } from '../date-format.ts'
import { positionWord } from '../server-words.ts'
import { laterMessages, plural } from './later-messages.ts'
import { transactionIn, type Values } from './transaction-copy.ts'

export { figures } from './figure-copy.ts'

type Said<V> = string | ((values: V) => string)
type Explained = { [Code in keyof ExplainedValues]: Said<ExplainedValues[Code]> }
/** Why operators did it has a place of its own in a sheet. */
type Reversals = { [Code in keyof ReversalValues]: Said<LineValues[Code]> }

/** What the server says in English, for other languages: see `ExplainedValues`. */
const explained = laterMessages('explained', {
  earned_since: 'Earned since',
  entries_below: 'The entries below',
  never_below_zero: 'Never below zero',
  earned_since_donation: 'Earned since your last donation',
  last_donation_times: ({ amount, multiplier }: { amount: string; multiplier: number }) =>
    `Last donation of ${amount} × ${multiplier}`,
  multiplier_of_stage: ({ stage }: { stage: number }) => `The multiplier of stage ${stage}, rounded down to $0.00001`,
  paid_out: 'Paid out',
  waiting: 'Waiting to be paid out',
  cause: 'Cause',
  cause_named: ({ name }: { name: string }) => `Cause: ${name}`,
  sponsor: 'Sponsor',
  sponsor_named: ({ name }: { name: string }) => `Sponsor: ${name}`,
  operations: 'Operations',
  level: ({ level }: { level: number }) => `Level ${level}`,
  with_percent: ({ share, what }: { share: number; what: string }) => `${share} %. ${what}`,
  reversed: ({ what }: { what: string }) => `${what} (reversed)`,
  less_not_paid: ({ what }: { what: string }) => `${what}, not paid`,
  percent_of: ({ what, share, amount }: { what: string; share: number; amount: string }) =>
    `${what}, ${share} % of ${amount}`,
  rest_of_rounding: 'With what the others leave because they are rounded down',
  rounded_down: 'Rounded down to $0.00001',
  before_first_donation: 'Before the first donation',
  to_stage: ({ stage }: { stage: number }) => `To stage ${stage}`,
  needs_donation: ({ amount }: { amount: string }) => `Needs a donation of ${amount} or more, by the rules in force`,
  on_level_below: ({ level }: { level: number }) => `On level ${level} below you`,
  below_you: ({ position }: { position: string }) => `Below you, ${position}`,
  below_one_before: ({ position }: { position: string }) => `Below the one before, ${position}`,
  requirement_of_stage: ({ stage }: { stage: number }) => `Requirement of stage ${stage}`,
  rules_version: ({ version }: { version: number }) => `Rules, version ${version}`,
  minimum_withdrawal: 'Minimum withdrawal',
  impact_balance: 'Impact balance',
  not_deposited: 'Not deposited by you',
  spent_first: 'It is spent before your deposits',
  still_checked: 'Still being checked',
  rules_return_none: ({ version }: { version: number }) => `Rules, version ${version}, return no deposits`,
  before_last_donation: 'Before your last donation',
  by_donation: ({ amount }: { amount: string }) => `By your donation of ${amount}`,
  before_your_first_donation: 'Before your first donation',
  your_stage: 'Your stage',
  paid: 'Paid',
  given_back: 'Given back',
  set_aside: 'Set aside',
  deducted: 'Deducted',
  fee_not_yours: 'The network’s fee is not yours to pay',
  to_address: ({ what, address }: { what: string; address: string }) => `${what}. To ${address}`,
  at_address: ({ what, address }: { what: string; address: string }) => `${what}. At ${address}.`,
  fraction_left_out: ({ what }: { what: string }) => `${what} A fraction below $0.00001 is left out.`,
  arrived: 'Arrived on the chain',
  after_it: 'After it',
  before_it: 'Before it',
  your_impact_balance: 'Your impact balance',
  available: 'Available to withdraw',
  not_started: 'Not started',
  stage: ({ stage }: { stage: number }) => `Stage ${stage}`,
  referred: ({ count }: { count: number }) => `${count} referred`,
  team_today: 'Your team today',
  joined_in: ({ month }: { month: string }) => `Joined in ${month}`,
  donations: ({ count }: { count: number }) => plural(count, { one: `${count} donation`, other: `${count} donations` }),
  together: ({ amount }: { amount: string }) => `${amount} together`,
  threshold_reached: 'Your earning threshold was reached. The rest went to the cause.',
  referral_active: ({ name }: { name: string }) => `${name} (active)`,
  referral_inactive: ({ name }: { name: string }) => `${name} (inactive)`,
  reversal_of_donation: ({ amount, day }: { amount: string; day: string }) =>
    `Reversal of your donation of ${amount} on ${day}`,
  reversal_of_share_of_sponsor: ({ other, day }: { other: string; day: string }) =>
    `Reversal of your share of ${other}'s donation on ${day} (sponsor)`,
  reversal_of_share_of_level: ({ other, day, level }: { other: string; day: string; level: number }) =>
    `Reversal of your share of ${other}'s donation on ${day} (level ${level})`,
  reversal_of_credit: ({ amount, day }: { amount: string; day: string }) =>
    `Reversal of the operators' credit of ${amount} on ${day}`,
  reversal_of_earnings_moved: ({ day }: { day: string }) =>
    `Reversal of your move of earnings to your impact balance on ${day}`,
  reversal_of_transfer_to: ({ other, day }: { other: string; day: string }) =>
    `Reversal of your transfer to ${other} on ${day}`,
  reversal_of_transfer_from: ({ other, day }: { other: string; day: string }) =>
    `Reversal of the transfer from ${other} on ${day}`,
} satisfies Explained & Reversals)

const known = explained as unknown as Record<string, Said<Values>>

const showMonth = (month: string): string =>
  dateFormat?.({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01`)) ?? month

/** Values that are words or dates themselves, in the language of the page. */
const SHOWN: Partial<Record<string, (value: string) => string>> = {
  position: positionWord,
  month: showMonth,
  day: showDay,
}

/** Undefined for one that this page does not know yet. */
export const explanationIn = (code: string, params: Values = {}): string | undefined =>
  lineIn(code, params) ?? transactionIn(code, params)

/** Only what activities do not say: a line is an activity, and some of these have the name of a transaction's state. */
export function lineIn(code: string, params: Values): string | undefined {
  const said = Object.hasOwn(known, code) ? known[code] : undefined
  if (typeof said !== 'function') return said
  const shown = Object.entries(params).map(([name, value]) => [name, SHOWN[name]?.(String(value)) ?? value])
  return said(Object.fromEntries(shown) as Values)
}

/** Each says more about the one before. Undefined for none, and if one of them is not known yet. */
export function meaningIn(means: Term['label_means'] = []): string | undefined {
  let what: string | undefined
  for (const { code, params } of means) {
    what = explanationIn(code, { ...params, ...(what !== undefined && { what }) })
    if (what === undefined) return undefined
  }
  return what
}
