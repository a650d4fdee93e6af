import { least, minus, NOTHING, plus, type Usd } from '../money.ts'
import type { Account } from './account.ts'
import type { MemberBalances } from './member-balances.ts'

/** A change of a member's impact balance. */
export type ImpactEntry = {
  readonly amount: Usd
  readonly balanceAfter: Usd
  /** The account on the other side. */
  readonly other: Account['kind']
}

/**
 * How much of the impact balance can still be returned: deposits that were not spent. What others sent is spent first,
 * so nobody returns it. A deposit raises it; a return that is held lowers it, and raises it again if it is released.
 */
export function returnableAfter(before: Usd, { amount, balanceAfter, other }: ImpactEntry): Usd {
  const isDeposit = other === 'chain' || other === 'held'
  const moved = isDeposit ? plus(before, amount) : before
  const left = moved > NOTHING ? moved : NOTHING
  return amount < NOTHING ? least(left, balanceAfter) : left
}

/** What can be returned at this moment: what is on hold stays until its sender is cleared. */
export const returnableNow = ({ returnable, onHold }: Pick<MemberBalances, 'returnable' | 'onHold'>): Usd =>
  returnable > onHold ? minus(returnable, onHold) : NOTHING
