import { AMOUNT_MAX, minus, negated, toDollars, unitsOf, usd, USD_DECIMALS, type Usd } from '@trefoil/core/money'

/** The typed dollars, or null if that is not an amount one can send. */
export function readAmount(typed: string): number | null {
  const text = typed.trim().replace(/^\$\s*/, '')
  if (!/^(?:\d+\.?\d*|\.\d+)$/.test(text)) return null
  const dollars = Number(text)
  const units = unitsOf(dollars, USD_DECIMALS)
  return units !== null && units > 0n && units <= AMOUNT_MAX ? dollars : null
}

/** What remains of a balance, exactly; negative if there is not enough. */
export const remainder = ({ balance, amount }: { balance: number; amount: number }): number =>
  toDollars(minus(inUnits(balance), inUnits(amount)))

/** Amounts from the server are exact by contract; null would mean a broken reply. */
export function inUnits(dollars: number): Usd {
  const units = unitsOf(dollars, USD_DECIMALS)
  if (units === null) throw new RangeError(`${dollars} is no amount`)
  return usd(units)
}

/** What was added, exactly. Either may be negative, as the chain account always is. */
export const difference = ({ before, after }: { before: number; after: number }): number =>
  toDollars(minus(signedUnits(after), signedUnits(before)))

export const signedUnits = (dollars: number): Usd => (dollars < 0 ? negated(inUnits(-dollars)) : inUnits(dollars))

type Movement = { amount?: number | undefined; direction?: 'in' | 'out' | 'own' | undefined }

/** Negative for outgoing money; zero for what is not money. */
export const signedAmount = ({ amount = 0, direction }: Movement): number => (direction === 'out' ? -amount : amount)
