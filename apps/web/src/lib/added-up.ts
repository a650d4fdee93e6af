import { minus, plus, toDollars } from '@trefoil/core/money'
import { signedUnits } from './amounts.ts'

/**
 * Adds lines up, newest first, in whole units. `afters`: the figure with each line and all older ones. `left`: what older
 * lines than these have to add up to.
 */
export function addUp(total: number, amounts: readonly number[]): { afters: number[]; shown: number; left: number } {
  let left = signedUnits(total)
  const afters = amounts.map((amount) => {
    const after = left
    left = minus(left, signedUnits(amount))
    return toDollars(after)
  })
  const shown = amounts.reduce((sum, amount) => plus(sum, signedUnits(amount)), signedUnits(0))
  return { afters, shown: toDollars(shown), left: toDollars(left) }
}
