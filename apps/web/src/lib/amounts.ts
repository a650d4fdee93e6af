import { AMOUNT_MAX, minus, toDollars, unitsOf, usd, USD_DECIMALS, type Usd } from '@trefoil/core/money'

/** What somebody typed as dollars, or null when it is no amount that could be sent. */
export function readAmount(typed: string): number | null {
  const text = typed.trim().replace(/^\$\s*/, '')
  if (!/^(?:\d+\.?\d*|\.\d+)$/.test(text)) return null
  const dollars = Number(text)
  const units = unitsOf(dollars, USD_DECIMALS)
  return units !== null && units > 0n && units <= AMOUNT_MAX ? dollars : null
}

/** What of a balance is left, exactly; negative when there is not enough. */
export const remainder = ({ balance, amount }: { balance: number; amount: number }): number =>
  toDollars(minus(inUnits(balance), inUnits(amount)))

/** Figures from the server are exact by contract, so a null would be a broken reply. */
export function inUnits(dollars: number): Usd {
  const units = unitsOf(dollars, USD_DECIMALS)
  if (units === null) throw new RangeError(`${dollars} is no amount`)
  return usd(units)
}

type Movement = { amount?: number | undefined; direction?: 'in' | 'out' | 'own' | undefined }

/** Below zero where it went away; what is not money moved nothing. */
export const signedAmount = ({ amount = 0, direction }: Movement): number => (direction === 'out' ? -amount : amount)
