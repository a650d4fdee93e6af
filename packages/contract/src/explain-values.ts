import type { EntryValues, ReversalValues } from './activity-values.ts'

type None = Record<string, never>
type Amount = { amount: string }
/** What was said so far, which the sentence goes on with or is about. */
type What = { what: string }
type Stage = { stage: number }
type Level = { level: number }
type Name = { name: string }

/** What became of a deposit or a withdrawal, and the values in it: for sentences in other languages. `until`: in UTC. */
export type TransactionValues = {
  deposit_seen: None
  deposit_final: None
  deposit_credited: None
  deposit_checked: None
  withdrawal_requested: None
  withdrawal_approved: None
  withdrawal_claimed: None
  withdrawal_failed: None
  withdrawal_paid: None
  /** `why`: in the words of the operator who refused it. */
  withdrawal_refused_available: { why: string }
  withdrawal_refused_impact: { why: string }
  withdrawal_refused_available_unexplained: None
  withdrawal_refused_impact_unexplained: None
  withdrawal_cancelled_available: None
  withdrawal_cancelled_impact: None
  waits_for_confirmation: None
  waits_for_email: None
  waits_for_check: None
  waits_for_approval: None
  waits_for_network: None
  waits_for_refill: None
  waits_for_next_day: { until: string }
  waits_for_security: { until: string }
  waits_for_new_address: { until: string }
}

/** Why a share of a donation came to what it is. */
export type DivisionValues = {
  own_share: None
  own_share_and_rest: None
  runs_programme: None
  nobody_there: None
  paid_in_part: None
  not_paid: None
  invited_you: None
  above_you: None
}

/** What explanations of figures say beside that. */
export type ExplainedValues = {
  earned_since: None
  entries_below: None
  never_below_zero: None
  earned_since_donation: None
  last_donation_times: Amount & { multiplier: number }
  multiplier_of_stage: Stage
  paid_out: None
  waiting: None
  cause: None
  cause_named: Name
  sponsor: None
  sponsor_named: Name
  operations: None
  level: Level
  with_percent: What & { share: number }
  reversed: What
  less_not_paid: What
  percent_of: What & Amount & { share: number }
  rest_of_rounding: None
  rounded_down: None
  before_first_donation: None
  to_stage: Stage
  needs_donation: Amount
  on_level_below: Level
  /** `position`: left, center or right. */
  below_you: { position: string }
  below_one_before: { position: string }
  requirement_of_stage: Stage
  rules_version: { version: number }
  minimum_withdrawal: None
  impact_balance: None
  not_deposited: None
  spent_first: None
  still_checked: None
  rules_return_none: { version: number }
  before_last_donation: None
  by_donation: Amount
  before_your_first_donation: None
  your_stage: None
  paid: None
  given_back: None
  set_aside: None
  deducted: None
  fee_not_yours: None
  to_address: What & { address: string }
  at_address: What & { address: string }
  fraction_left_out: What
  arrived: None
  after_it: None
  before_it: None
  your_impact_balance: None
  available: None
  not_started: None
  stage: Stage
  referred: { count: number }
  team_today: None
  /** `month`: 2026-03 */
  joined_in: { month: string }
  donations: { count: number }
  together: Amount
  threshold_reached: None
  referral_active: Name
  referral_inactive: Name
}

type Unexplained<Values> = { [Code in keyof Values]: Omit<Values[Code], 'why'> }

/** What a line of an explanation says. Why operators decided it is said beside it. */
export type LineValues = Omit<EntryValues, keyof ReversalValues | `${string}_because`> &
  Unexplained<ReversalValues> &
  Pick<ExplainedValues, 'referral_active' | 'referral_inactive'>

export type Meaning<Values> = { [Code in keyof Values]: { code: Code; params: Values[Code] } }[keyof Values]
