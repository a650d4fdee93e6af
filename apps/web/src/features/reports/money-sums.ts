import { NOTHING, plus, toDollars, type Usd } from '@trefoil/core/money'
import { inUnits } from '../../lib/amounts.ts'

/** Added in whole units: dollars as floating numbers would drift. */
export const sumOf = (amounts: readonly number[]): Usd =>
  amounts.reduce<Usd>((all, amount) => plus(all, inUnits(amount)), NOTHING)

export const totalOf = (amounts: readonly number[]): number => toDollars(sumOf(amounts))
