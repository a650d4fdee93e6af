import type { Failure } from '@trefoil/contract/shapes'

/** The server's own words if it gave any; a time-out, a lost connection or an unreadable reply has none. */
export function failureText(
  problem: unknown,
  { field, fallback }: { field: 'error' | 'message'; fallback: string },
): string {
  const text = bodyOf(problem)?.[field]
  return typeof text === 'string' && text !== '' ? text : fallback
}

export const isTwoFactorRequired = (problem: unknown): boolean => bodyOf(problem)?.code === 'two_factor_required'

export const isWrongCode = (problem: unknown): boolean => bodyOf(problem)?.code === 'wrong_code'

function bodyOf(problem: unknown): Partial<Failure> | null {
  const data = typeof problem === 'object' && problem !== null && 'data' in problem ? problem.data : null
  return typeof data === 'object' ? data : null
}
