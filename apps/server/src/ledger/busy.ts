import { Refusal } from '@trefoil/core/refusal'
import pg from 'pg'
import { isDatabaseAway, Unanswered } from '../db/away.ts'

const BALANCES_HAVE_CHANGED = 'TF002'
const UNIQUE_VIOLATION = '23505'

/** A commit without an answer may have happened. */
export const asUnanswered = (error: unknown): unknown => (isDatabaseAway(error) ? new Unanswered(error) : error)

/** As many wait as can. */
export const busy = (): Refusal => new Refusal('busy', 'We are busy. Please try again in a moment.')

/** The server answered that it failed, and will go on: nothing is written. */
export const isUndone = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '')

/** Something was written since that the decision rests on. */
export const haveBalancesChanged = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === BALANCES_HAVE_CHANGED

/** One of the batch's own rows or sessions has changed, or a key or reference was used before: it says nothing of others. */
export const isOwnFailure = (error: unknown): boolean =>
  haveBalancesChanged(error) || (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION)
