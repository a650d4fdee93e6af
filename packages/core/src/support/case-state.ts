import { Refusal } from '../refusal.ts'

/** `open`: waits for an operator. `waiting`: for the member. */
export type CaseState = 'open' | 'waiting' | 'solved'

export const CASE_LIMITS = { openMax: 5, messagesMax: 200 } as const

export function refuseTooManyCases(open: number): void {
  if (open >= CASE_LIMITS.openMax)
    throw new Refusal('wrong_state', `You have ${open} open cases. Please write in one of them.`, {
      name: 'cases_max',
      values: { count: open },
    })
}

export function refuseLongCase(messages: number): void {
  if (messages >= CASE_LIMITS.messagesMax)
    throw new Refusal('wrong_state', 'This case has become too long. Please open a new one that names it.', {
      name: 'case_too_long',
    })
}
