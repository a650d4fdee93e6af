type Amount = { amount: string }
type Until = { until: string }
type Count = { count: number }
type InMonth = { month: string; left: string }
type Level = { level: number }

/**
 * What a refusal says more exactly than its code, and the values in it: from these, screens in other languages make their
 * sentences. A sentence that is the only one of its code needs none.
 */
export type RefusalValues = {
  minimum_donation: Amount
  minimum_withdrawal: Amount
  minimum_return: Amount & { all: string }
  minimum_transfer: Amount
  impact_not_covered: Amount & { balance: string }
  checked_not_covered: Amount & { balance: string; checked: string }
  available_not_covered: Amount & { balance: string }
  unusable_address: null
  age_at_least: { age: number }
  first_donation_from: { moment: string }
  deposits_not_covered: Amount & { unspent: string }
  checked_deposits_not_covered: Amount & { unspent: string; checked: string }
  returns_not_offered: null
  cause_closed: { cause: string }
  to_yourself: null
  earnings_to_others: null
  amount_zero: null
  amount_negative: null
  amount_too_large: null
  amount_decimals: null
  test_funds_max: Amount
  hold_sending: Until
  hold_donating: Until
  hold_erasing: Until
  hold_passkey: Until
  passcode_too_short: Count
  passcode_too_long: Count
  passcode_too_personal: null
  name_too_long: Count
  name_hidden: null
  name_no_letter: null
  name_marks: null
  name_like_ours: null
  passkeys_max: Count
  only_second_factor: null
  closing_withdrawal: Amount
  closing_rest: Amount
  closing_first: { available: string; impact: string; least: string }
  closed_already: null
  cases_max: Count
  case_too_long: null
  address_malformed: null
  address_mistyped: null
  address_nobodys: null
  address_ours: null
  email_same: null
  email_verified_already: null
  email_undo_over: null
  code_by_app: null
  code_by_mail: null
  two_factor_not_begun: null
  two_factor_not_on: null
  two_factor_already_on: null
  no_second_factor: null
  document_being_made: null
  documents_busy: null
  document_long: { lines: number }
  days_reversed: null
  wait_seconds: Count
  wait_minutes: Count
  wait_seconds_or_mail: Count
  wait_minutes_or_mail: Count
  level_at_once: Amount
  level_at_once_more: Amount & Level
  level_in_month: InMonth
  level_in_month_more: InMonth & Level
  level_both: Amount & InMonth
  level_both_more: Amount & InMonth & Level
  windows_max: null
  passkey_added_before: null
  passkey_needs_name: null
  passkey_other_site: null
  passkey_too_late: null
  passkey_unverified: null
  passkey_unknown: null
  passkey_copied: null
  passkey_copied_signed_out: null
  withdrawal_approved: null
  withdrawal_claimed: null
  withdrawal_failed: null
  withdrawal_paid: null
  withdrawal_refused: null
  withdrawal_cancelled: null
  deposit_on_its_way: null
  type_word: { word: string }
  export_other_session: null
  export_not_ready: null
  search_too_short: null
  records_being_checked: null
  records_being_restored: null
  chain_away: null
  deposits_being_set_up: null
  not_in_log_yet: null
}

export type RefusalDetail = {
  [Name in keyof RefusalValues]: RefusalValues[Name] extends null
    ? { name: Name }
    : { name: Name; values: RefusalValues[Name] }
}[keyof RefusalValues]
