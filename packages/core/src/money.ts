import { Refusal } from './refusal.ts'

declare const unit: unique symbol

/** Counts units of $0.00001: balances are stored as exactly as they are shown. */
export type Usd = bigint & { readonly [unit]: 'usd' }

export const USD_DECIMALS = 5
export const UNITS_PER_DOLLAR = 100_000n

/** Takes a count of units, not dollars. */
export const usd = (units: bigint): Usd => units as Usd

export const NOTHING = usd(0n)

/** The most that one operation may move: ten billion dollars. */
export const AMOUNT_MAX = usd(10_000_000_000n * UNITS_PER_DOLLAR)

/**
 * The largest figure on the wire: 2³⁶ dollars, about 68.7 billion. Up to there, doubles are less than $0.00001 apart,
 * so every figure has its own double, and the shortest text of that double is the figure itself. Larger figures are
 * never sent: they would be rounded.
 */
export const WIRE_MAX = usd(2n ** 36n * UNITS_PER_DOLLAR)

/** An amount to move: positive, at most `AMOUNT_MAX`, at most five decimals. */
export function parseAmount(dollars: number): Usd {
  const amount = parseUsd(dollars)
  if (amount === NOTHING)
    throw new Refusal('invalid_amount', 'The amount must be more than zero', { name: 'amount_zero' })
  return amount
}

/** Like `parseAmount`, but allows zero: for limits and requirements. */
export function parseUsd(dollars: number): Usd {
  // JSON has no Infinity, but 1e400 parses as one.
  if (!Number.isFinite(dollars)) throw new Refusal('invalid_amount', 'The amount must be a finite number')
  if (dollars < 0) throw new Refusal('invalid_amount', 'The amount must not be negative', { name: 'amount_negative' })
  if (dollars > Number(AMOUNT_MAX / UNITS_PER_DOLLAR)) {
    throw new Refusal('invalid_amount', 'The amount must not be above $10,000,000,000', { name: 'amount_too_large' })
  }
  // Exact up to the limit: there the product is off by less than a half, and the quotient is the nearest double.
  const units = Math.round(dollars * Number(UNITS_PER_DOLLAR))
  if (units / Number(UNITS_PER_DOLLAR) !== dollars)
    throw new Refusal('invalid_amount', 'The amount must have at most 5 decimals', { name: 'amount_decimals' })
  return usd(BigInt(units))
}

/** For the wire. Both operands are exact doubles, so the quotient is the double that the decimal text parses to. */
export function toDollars(amount: Usd): number {
  if (amount > WIRE_MAX || amount < negated(WIRE_MAX)) throw new RangeError(`${show(amount)} has no exact number`)
  return Number(amount) / Number(UNITS_PER_DOLLAR)
}

/** `$12.34500`: all five decimals, no grouping. */
export function show(amount: Usd): string {
  const digits = String(amount < 0n ? negated(amount) : amount).padStart(USD_DECIMALS + 1, '0')
  return `${amount < 0n ? '-' : ''}$${digits.slice(0, -USD_DECIMALS)}.${digits.slice(-USD_DECIMALS)}`
}

export const BASIS_POINTS_ALL = 10_000n

/** Rounds down: never pay out a fraction not received. */
export const shareFloor = (amount: Usd, basisPoints: bigint): Usd => usd((amount * basisPoints) / BASIS_POINTS_ALL)

export const negated = (amount: Usd): Usd => usd(0n - amount)
export const plus = (a: Usd, b: Usd): Usd => usd(a + b)
export const minus = (a: Usd, b: Usd): Usd => usd(a - b)
export const least = (a: Usd, b: Usd): Usd => (a < b ? a : b)
export const most = (a: Usd, b: Usd): Usd => (a > b ? a : b)

/** `a - b`, or zero if that is negative. */
export const minusDownToZero = (a: Usd, b: Usd): Usd => (a > b ? minus(a, b) : NOTHING)

export function total(amounts: Iterable<Usd>): Usd {
  let sum = 0n
  for (const amount of amounts) sum += amount
  return usd(sum)
}

/**
 * How many units of 10^-decimals a number is, or null if it is not a whole count of them. Reads the shortest text of
 * the number, because arithmetic would already round: 4.35 × 100 is 434.99999999999994.
 */
export function unitsOf(value: number, decimals: number): bigint | null {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
  // No match: an exponent (below 10⁻⁶, or 10²¹ and more), a sign, or not a number.
  if (whole === undefined || fraction.length > decimals) return null
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
