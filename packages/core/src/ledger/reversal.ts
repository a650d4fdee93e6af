import { least, minus, NOTHING, plus, show, total, type Usd } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { accountName, mayBeNegative, operations, type Account } from './account.ts'
import type { Credit, Journal } from './journal.ts'

export type ReversalTerms = {
  readonly balance: (account: Account) => Usd
  /** Whether operations pays what a target has spent since. Otherwise the reversal is refused. */
  readonly operationsBears: boolean
}

type Reversal = {
  readonly journals: readonly Journal[]
  /** What operations pays of it. */
  readonly borne: Usd
}

/**
 * Takes a journal back, as a whole. A journal has one source, so each credit becomes a journal of its own, and a second
 * one where operations bears a part.
 */
export function reverse(journal: Journal, terms: ReversalTerms): Reversal {
  const taken = takeBack(journal.credits, terms.balance)
  const borne = total(taken.map(({ missing }) => missing))
  if (borne > NOTHING) requireBearer(taken, borne, terms)
  const moves = taken.flatMap(({ target, returned, missing, share }) => [
    { source: target, amount: returned, share },
    { source: operations, amount: missing, share },
  ])
  const journals = moves
    .filter(({ amount }) => amount > NOTHING)
    .map(({ source, amount, share }, index): Journal => ({
      source,
      credits: [{ target: journal.source, amount, share }],
      reason: 'reversal',
      reference: `${journal.reference}/reversal/${index + 1}`,
      // The rules under which the original was posted, not the current ones.
      ruleVersion: journal.ruleVersion,
    }))
  return { journals, borne }
}

type TakenBack = Credit & { readonly returned: Usd; readonly missing: Usd }

/** Each target returns what it still has. One with several credits has their sum to return. */
function takeBack(credits: readonly Credit[], balance: ReversalTerms['balance']): TakenBack[] {
  const left = new Map<string, Usd>()
  return credits.map((credit) => {
    const { target, amount } = credit
    if (mayBeNegative(target)) return { ...credit, returned: amount, missing: NOTHING }
    const name = accountName(target)
    const available = left.get(name) ?? balance(target)
    const returned = least(amount, available)
    left.set(name, minus(available, returned))
    return { ...credit, returned, missing: minus(amount, returned) }
  })
}

function requireBearer(taken: readonly TakenBack[], borne: Usd, { balance, operationsBears }: ReversalTerms): void {
  if (!operationsBears)
    throw new Refusal(
      'insufficient_funds',
      `${show(borne)} of it was already spent: it can only be reversed if operations bears the difference`,
    )
  const own = total(taken.filter(({ target }) => target.kind === 'operations').map(({ amount }) => amount))
  const has = balance(operations)
  if (has < plus(own, borne))
    throw new Refusal(
      'insufficient_funds',
      `Operations would have to pay ${show(plus(own, borne))}, and has ${show(has)}`,
    )
}
