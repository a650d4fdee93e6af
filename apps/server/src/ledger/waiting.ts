import type { MemberId } from '@trefoil/core/ledger/account'
import type { Ahead, LookedUp } from './ahead.ts'
import type { Outcome, Placed } from './operation.ts'

/** An order, and whoever waits for its outcome. */
export type Waiting = Placed & {
  readonly askedBy: MemberId | undefined
  resolve(reply: object): void
  reject(reason: unknown): void
  facts?: LookedUp | undefined
  /** It would be refused, unless it is a repeat. */
  isUnsure?: true
}

export const isPrepared = ({ facts }: Waiting): boolean => facts !== undefined

/** Decided, with their outcomes; without one, for which they need the lock; and `unsure`, which have to be looked up. */
export function sortByOutcome(orders: readonly Waiting[], outcomes: Ahead['outcomes']) {
  const [decided, undecided, unsure]: [Waiting[], Waiting[], Waiting[]] = [[], [], []]
  for (const [index, order] of orders.entries()) {
    const outcome = outcomes[index]
    if (outcome === undefined) undecided.push(order)
    else if (outcome === 'unsure') unsure.push(order)
    else decided.push(order)
  }
  const certain = outcomes.filter((outcome) => outcome !== undefined && outcome !== 'unsure')
  return { decided, certain, undecided, unsure }
}

export function answer(orders: readonly Waiting[], outcomes: readonly (Outcome | undefined)[]): void {
  for (const [index, order] of orders.entries()) {
    const outcome = outcomes[index]
    if (outcome && 'reply' in outcome) order.resolve(outcome.reply)
    else order.reject(outcome?.refusal)
  }
}
