import type { Failure } from '@trefoil/contract/shapes'
import { textsFrom } from './language.ts'

const refusals = await textsFrom(() => import('./refusal-copy.ts'))

/** The server's own words if it gave any, or what they mean in the language of the page; a time-out, a lost connection or an unreadable reply has none. */
export function failureText(
  problem: unknown,
  { field, fallback }: { field: 'error' | 'message'; fallback: string },
): string {
  const body = bodyOf(problem)
  const text = refusals ? refusals.sentenceFor(body) : body?.[field]
  return typeof text === 'string' && text !== '' ? text : fallback
}

export const isTwoFactorRequired = (problem: unknown): boolean => bodyOf(problem)?.code === 'two_factor_required'

export const isAgreementRequired = (problem: unknown): boolean => bodyOf(problem)?.code === 'agreement_required'

export const isStepUpRequired = (problem: unknown): boolean => bodyOf(problem)?.code === 'step_up_required'

/** Of whichever second factor. */
export const isTooManyAttempts = (problem: unknown): boolean => bodyOf(problem)?.code === 'too_many_attempts'

export const isWrongCode = (problem: unknown): boolean =>
  ['wrong_code', 'wrong_passkey'].includes(bodyOf(problem)?.code ?? '')

function bodyOf(problem: unknown): Partial<Failure> | null {
  const data = typeof problem === 'object' && problem !== null && 'data' in problem ? problem.data : null
  return typeof data === 'object' ? data : null
}
