import { dateFormat } from '../../lib/date-format.ts'
import { isRightToLeft } from '../../lib/language.ts'
import { MONTHS } from '../../lib/months.ts'
import { withPercent } from '../../lib/percent.ts'

// Small twins of what `lib/formats.ts` has: importing that would load what members' screens share.

const SHORT_DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const
export const LONG_DATE = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** "15 Nov 2026", on the reader's own calendar day. */
export function showDay(instant: string): string {
  const date = new Date(instant)
  if (dateFormat) return dateFormat(SHORT_DATE).format(date)
  return `${date.getDate()} ${MONTHS[date.getMonth()]?.slice(0, 3) ?? ''} ${date.getFullYear()}`
}

/** "15 Nov 2026", whatever the reader's clock says. */
export function showUtcDate(ms: number): string {
  const date = new Date(ms)
  if (dateFormat) return dateFormat({ ...SHORT_DATE, timeZone: 'UTC' }).format(date)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]?.slice(0, 3) ?? ''} ${date.getUTCFullYear()}`
}

/** "17 November 2026, 10:14 UTC", as receipts have it, whatever the reader's clock says: the two are compared. */
export function printedMoment(instant: string): string {
  const at = new Date(instant)
  const day = dateFormat
    ? dateFormat({ ...LONG_DATE, timeZone: 'UTC' }).format(at)
    : `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()] ?? ''} ${at.getUTCFullYear()}`
  return `${day}${COMMA} ${at.toISOString().slice(11, 16)} UTC`
}

const COMMA = isRightToLeft ? '،' : ','

/** "12,345" */
export const showCount = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

type AmountParts = { thousands: string[]; cents: string; rest: string }

/** All five decimals: thousands, the first two, the last three. */
export function amountParts(dollars: number): AmountParts {
  const [whole = '', decimals = ''] = dollars.toFixed(5).split('.')
  return partsOf(whole, decimals)
}

/** Of a count of $0.00001. */
export function unitParts(units: bigint): AmountParts {
  const digits = String(units).padStart(6, '0')
  return partsOf(digits.slice(0, -5), digits.slice(-5))
}

const partsOf = (whole: string, decimals: string): AmountParts => ({
  thousands: whole.split(/(?=(?:\d{3})+$)/),
  cents: decimals.slice(0, 2),
  rest: decimals.slice(2),
})

/** "100.81 %" of 10081. */
export function showBasisPoints(basisPoints: bigint): string {
  const digits = String(basisPoints).padStart(3, '0')
  return withPercent(`${showCount(Number(digits.slice(0, -2)))}.${digits.slice(-2)}`)
}

/** "37 %", and never 100 before it is. */
export const showPercent = (part: number, whole: number): string =>
  withPercent(whole === 0 ? 0 : Math.floor((part / whole) * 100))
