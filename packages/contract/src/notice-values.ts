type None = Record<string, never>
type Amount = { amount: string }

/** What a notification says, and the values in it: from these, screens in other languages make their sentences. */
export type NoticeValues = {
  withdrawal_requested: Amount & { address: string }
  withdrawal_approved: Amount & { address: string }
  withdrawal_claimed: Amount & { address: string }
  withdrawal_failed: Amount
  withdrawal_paid: Amount & { address: string }
  /** `reason`: in the words of the operator who refused it. */
  withdrawal_refused: Amount & { reason: string }
  withdrawal_refused_unexplained: Amount
  withdrawal_cancelled: Amount
  deposit: Amount
  donations_received: Amount
  stage_reached: { stage: number }
  /** `title` and `cause`: in their own words. */
  cause_update: { title: string; cause: string }
  cause_update_withdrawn: { cause: string }
  case_answered: { reference: string }
  case_solved: { reference: string }
  new_address: { address: string }
  passcode_changed: None
  new_device: { browser: string; system: string }
  new_device_unknown: None
  two_factor_on: None
  two_factor_off: None
  wrong_codes: None
  passkey_added: None
  passkey_removed: None
  passkey_copied: None
  email_restored: None
  email_changed: None
}

export type NoticeMeaning = {
  [Code in keyof NoticeValues]: { code: Code; params: NoticeValues[Code] }
}[keyof NoticeValues]
