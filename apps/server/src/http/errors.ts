import { DocumentsAsked } from '@trefoil/core/consent/agreement'
import { Refusal, type RefusalCode } from '@trefoil/core/refusal'
import type { Failure } from '@trefoil/contract/shapes'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../db/away.ts'
import { TooManyAttempts } from './attempt.ts'

const STATUS = {
  invalid_request: 400,
  email_taken: 409,
  unknown_referral_code: 422,
  weak_passcode: 422,
  invalid_name: 422,
  passcodes_differ: 422,
  wrong_credentials: 401,
  wrong_passcode: 422,
  two_factor_required: 403,
  wrong_code: 422,
  two_factor_state: 409,
  wrong_passkey: 422,
  invalid_reset_token: 422,
  invalid_sign_in_link: 422,
  invalid_email_link: 422,
  invalid_address: 422,
  too_many_attempts: 429,
  no_session: 401,
  forbidden: 403,
  not_found: 404,
  below_minimum: 422,
  insufficient_funds: 422,
  level_limit: 422,
  invalid_amount: 422,
  unknown_recipient: 422,
  unknown_cause: 422,
  own_account: 422,
  frozen: 403,
  security_hold: 403,
  agreement_required: 403,
  country_refused: 403,
  age_required: 403,
  waiting_period: 403,
  step_up_required: 403,
  wrong_state: 409,
  changed_meanwhile: 409,
  idempotency_conflict: 409,
  busy: 503,
} satisfies Record<RefusalCode, number>

const RETRY_AFTER_SECONDS = 2

/** Everything that is thrown becomes a reply here. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof TooManyAttempts) reply.header('retry-after', error.retryAfterSeconds)
  // A refusal with a cause is a fault on our side.
  if (error instanceof Refusal && error.cause) request.log.error({ err: error.cause }, 'request refused')
  if (error instanceof DocumentsAsked) return sendFailure(reply, STATUS[error.code], failureFrom(error))
  if (error instanceof Refusal)
    return send(reply, STATUS[error.code], { code: error.code, ...detailOf(error) }, error.message)
  if ('validation' in error && error.validation?.[0])
    return send(reply, 400, { code: 'invalid_request' }, sentenceFor(error.validation[0]))
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status < 500) return send(reply, status, { code: 'invalid_request' }, clientFault(error))
  request.log.error({ err: error }, 'request failed')
  if (isTransient(error)) return send(reply, 503, { code: 'busy' }, 'We are busy. Please try again in a moment.')
  send(reply, 500, { code: 'internal' }, 'Something went wrong')
}

export const answerUnknownPath = (reply: FastifyReply): void =>
  send(reply, 404, { code: 'not_found' }, 'There is nothing at this address.')

/** In the form of the wire. */
function detailOf({ detail }: Refusal): Pick<Failure, 'detail' | 'params'> {
  if (!detail) return {}
  return { detail: detail.name, ...('values' in detail && { params: detail.values }) }
}

type Meaning = Pick<Failure, 'code' | 'detail' | 'params'>

const send = (reply: FastifyReply, status: number, meaning: Meaning, sentence: string): void =>
  sendFailure(reply, status, { success: false, ...meaning, error: sentence, message: sentence })

/** It says to which documents one has to agree. */
const failureFrom = ({ code, message, documents }: DocumentsAsked): Failure => ({
  success: false,
  code,
  error: message,
  message,
  documents: [...documents],
})

function sendFailure(reply: FastifyReply, status: number, body: Failure): void {
  if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  // A malformed address is answered before any hook has run.
  void reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

type Violation = { instancePath: string; keyword: string; params: Record<string, unknown>; message?: string }

function sentenceFor({ instancePath, keyword, params, message }: Violation): string {
  const field = instancePath.replaceAll('/', '.').slice(1)
  const named = field || 'The request'
  switch (keyword) {
    case 'required':
      return `${String(params['missingProperty'])} is required.`
    case 'additionalProperties':
      return `The field "${String(params['additionalProperty'])}" is not known here.`
    case 'type':
      return `${named} must be of type ${String(params['type'])}.`
    case 'format':
    case 'pattern':
      return field === 'email' ? 'This is not an e-mail address.' : `${named} has characters that are not allowed.`
    default:
      return `${named} ${message ?? 'is not valid'}.`
  }
}

function clientFault(error: Error): string {
  const code = 'code' in error ? error.code : ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'The request is too large.'
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'The request must be JSON.'
  return 'The request could not be read.'
}

/** Two waited for each other, and this one was undone. */
const DEADLOCK = '40P01'

const isTransient = (error: Error): boolean => isDatabaseAway(error) || ('code' in error && error.code === DEADLOCK)
