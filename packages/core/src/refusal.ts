import type { RefusalDetail } from './refusal-detail.ts'

/** An expected "no". `message` is a sentence for the member; `code` is what programs branch on. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly detail: RefusalDetail | undefined

  constructor(code: RefusalCode, sentence: string, detail?: RefusalDetail) {
    super(sentence)
    this.name = 'Refusal'
    this.code = code
    this.detail = detail
  }
}

export type RefusalCode =
  | 'invalid_request'
  | 'email_taken'
  | 'unknown_referral_code'
  | 'weak_passcode'
  | 'invalid_name'
  | 'passcodes_differ'
  | 'wrong_credentials'
  | 'wrong_passcode'
  | 'two_factor_required'
  | 'wrong_code'
  | 'two_factor_state'
  | 'wrong_passkey'
  | 'invalid_reset_token'
  | 'invalid_sign_in_link'
  | 'invalid_email_link'
  | 'invalid_address'
  | 'too_many_attempts'
  | 'no_session'
  | 'forbidden'
  | 'not_found'
  | 'below_minimum'
  | 'insufficient_funds'
  | 'level_limit'
  | 'invalid_amount'
  | 'unknown_recipient'
  | 'unknown_cause'
  | 'own_account'
  | 'frozen'
  | 'security_hold'
  | 'agreement_required'
  | 'country_refused'
  | 'age_required'
  | 'waiting_period'
  | 'step_up_required'
  | 'wrong_state'
  | 'changed_meanwhile'
  | 'idempotency_conflict'
  | 'busy'
