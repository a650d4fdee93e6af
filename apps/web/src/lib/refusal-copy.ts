import type { Failure } from '@trefoil/contract/shapes'
import type { RefusalCode } from '@trefoil/core/refusal'
import { showUtc } from './date-format.ts'
import { messages } from './messages.ts'
import { refusalDetails } from './refusal-details-copy.ts'

/**
 * What a refusal means, for languages that the server does not speak. In English its own sentence is shown, which says
 * more: so these are loaded by other languages only.
 */
const byCode: Partial<Record<string, string>> = messages('refusals', {
  invalid_request: 'Something in the form is not valid. Please check what you entered.',
  email_taken: 'There is an account with this e-mail address already.',
  unknown_referral_code: 'No member has this referral code.',
  weak_passcode: 'This passcode is too easy to guess. Choose another one: a sentence is good.',
  invalid_name: 'This name cannot be used. Choose another one.',
  passcodes_differ: 'Passcodes do not match',
  wrong_credentials: 'The private key or the passcode is wrong.',
  wrong_passcode: 'The passcode is wrong.',
  two_factor_required: 'Show your second factor to continue.',
  wrong_code: 'The code is wrong, or was used before.',
  two_factor_state: 'This cannot be done with your second factor as it is now.',
  wrong_passkey: 'This passkey does not belong to your account.',
  invalid_reset_token: 'This link was used already, or has expired. Ask for a new one.',
  invalid_sign_in_link: 'This link was used already, or has expired. Ask for a new one.',
  invalid_email_link: 'This link was used already, or has expired. Ask for a new one.',
  invalid_address: 'This is not a wallet address that can be used.',
  too_many_attempts: 'There were too many attempts. Please wait a while and try again.',
  no_session: 'Please login to continue.',
  forbidden: 'Your account may not do this.',
  not_found: 'It was not found.',
  below_minimum: 'The amount is below the minimum.',
  insufficient_funds: 'Your balance does not cover this amount.',
  level_limit: 'This is more than your verification level allows.',
  invalid_amount: 'Enter an amount in dollars, with at most five decimals',
  unknown_recipient: 'No member with this private key or referral code can receive transfers',
  unknown_cause: 'There is no such cause',
  own_account: 'This cannot be sent to that account.',
  frozen: 'Your account is frozen: it can be read, but no money can be moved',
  security_hold: 'To protect you, money cannot leave for a while: access to your account has just changed.',
  agreement_required: 'Before money moves, please read and agree to our documents.',
  country_refused: 'We cannot offer this in the country that you live in.',
  age_required: 'You are not old enough.',
  waiting_period: 'New members wait for a while before their first donation.',
  step_up_required: 'Show your second factor to continue.',
  wrong_state: 'This cannot be done now.',
  changed_meanwhile: 'Something has changed meanwhile. Please look again and repeat it.',
  idempotency_conflict: 'This was sent already with other values. Please load the page again.',
  busy: 'There is much to do right now. Please try again in a moment.',
} satisfies Record<RefusalCode, string>)

type Values = Record<string, string | number>

/** What the refusal says in particular, or else what its code means. */
export function sentenceFor(refusal: Partial<Failure> | null): string | undefined {
  const { code = '', detail = '', params = {} } = refusal ?? {}
  const said = Object.hasOwn(refusalDetails, detail) ? refusalDetails[detail] : undefined
  return typeof said === 'function' ? said(withMoments(params)) : (said ?? byCode[code])
}

const MOMENTS = ['until', 'moment']

const withMoments = (params: Values): Values =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, MOMENTS.includes(name) ? showUtc(String(value)) : value]),
  )
