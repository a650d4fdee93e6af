type None = Record<string, never>
type Amount = { amount: string }
/** Empty: a member who is not named. */
type Other = { other: string }
/** The day of what was taken back, and the operators' reason. */
type Back = { day: string; why: string }

/** What the description of an entry says, and the values in it: for sentences in other languages. */
export type EntryValues = {
  deposit: Amount
  donation: Amount
  donation_to: Amount & { cause: string }
  share_of_sponsor: Other
  share_of_level: Other & { level: number }
  earnings_moved: None
  transfer_from: Other
  transfer_to: Other
  return_requested: Amount
  withdrawal_requested: Amount
  withdrawal_released: Amount
  withdrawal_paid: Amount
  credited: None
  credited_because: { why: string }
  debited: None
  debited_because: { why: string }
  closing: Amount
  closing_to: Amount & { cause: string }
  reversal: None
  reversal_because: { why: string }
} & ReversalValues

/** A reversal that names what it took back. Documents do not. */
export type ReversalValues = {
  reversal_of_donation: Amount & Back
  reversal_of_share_of_sponsor: Other & Back
  reversal_of_share_of_level: Other & Back & { level: number }
  reversal_of_credit: Amount & Back
  reversal_of_earnings_moved: Back
  reversal_of_transfer_to: Other & Back
  reversal_of_transfer_from: Other & Back
}

/** The same, of what happened without money. */
export type NoteValues = {
  joined: None
  programme_began: None
  referral_joined: { name: string }
  data_asked_for: None
  passcode_changed: None
  passcode_reset: None
  two_factor_on: None
  two_factor_off: None
  two_factor_off_by_operator: None
  recovery_codes_renewed: None
  passkey_added: None
  passkey_removed: None
  passkey_copied: None
  address_set: { address: string }
  email_changed: None
  email_verified: None
  email_change_undone: None
  frozen: None
  unfrozen: None
  agreed: None
  told_about_oneself: None
  deposit_gone: Amount
}

export type ActivityValues = EntryValues & NoteValues

type Meaning<Values> = { [Code in keyof Values]: { code: Code; params: Values[Code] } }[keyof Values]
export type EntryMeaning = Meaning<EntryValues>
export type NoteMeaning = Meaning<NoteValues>
