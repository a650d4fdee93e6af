import { dateFormat, DAY, MOMENT } from './date-format.ts'
import { isRightToLeft, language } from './language.ts'
import { MONTHS } from './months.ts'

/** "1st January, 2025", on the reader's own calendar day. */
export function showDate(instant: string): string {
  const date = new Date(instant)
  if (dateFormat) return dateFormat(DAY).format(date)
  const day = date.getDate()
  return `${day}${ordinalSuffix(day)} ${MONTHS[date.getMonth()] ?? ''}, ${date.getFullYear()}`
}

/** "1st January, 2025, 09:05", on the reader's own clock. */
export function showMoment(instant: string): string {
  const date = new Date(instant)
  if (dateFormat) return dateFormat(MOMENT).format(date)
  const [hours, minutes] = [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0'))
  return `${showDate(instant)}, ${hours}:${minutes}`
}

function ordinalSuffix(day: number): string {
  const isTeen = day >= 11 && day <= 13
  return (isTeen ? undefined : ['th', 'st', 'nd', 'rd'][day % 10]) ?? 'th'
}

const AMOUNT_DECIMALS = 5

/** "$1234.50000": all five decimals, as the server writes them. With `signed`, incoming money has a plus. */
export function showAmount(dollars: number, { signed = false } = {}): string {
  const sign = dollars < 0 ? '\u2212' : signed && dollars > 0 ? '+' : ''
  return `${sign}$${Math.abs(dollars).toFixed(AMOUNT_DECIMALS)}`
}

/** "1234.50000": as one would type it. */
export const typedAmount = (dollars: number): string => dollars.toFixed(AMOUNT_DECIMALS)

/** The same, split into the parts that look different: sign, thousands, first two decimals, last three. */
export function amountParts(dollars: number, options?: { signed?: boolean }) {
  const [sign = '', figure = ''] = showAmount(dollars, options).split('$')
  const [whole = '', decimals = ''] = figure.split('.')
  return { sign, thousands: whole.split(/(?=(?:\d{3})+$)/), cents: decimals.slice(0, 2), rest: decimals.slice(2) }
}

/** "12,345" */
export const showCount = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

const SIZES = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const

/** "88.57K", where there is little room. Other languages have letters or words of their own. */
export function showShort(figure: number): string {
  if (compact) return shortIn(compact, figure)
  const [size, letter] = SIZES.find(([each]) => figure >= each) ?? [1, '']
  return `${Number((figure / size).toFixed(2))}${letter}`
}

/** In English, the letters above. */
const compact =
  dateFormat &&
  new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 2, numberingSystem: 'latn' })

/** With the points and commas of amounts. Arabic words stand to the left of their number, in pictures too. */
function shortIn(format: Intl.NumberFormat, figure: number): string {
  const parts = format.formatToParts(figure).map(({ type, value }) => POINTS[type] ?? value)
  return isRightToLeft ? isolatedToLeft(parts.join('')) : parts.join('')
}

const POINTS: Partial<Record<string, string>> = { decimal: '.', group: ',' }

/** Within RIGHT-TO-LEFT ISOLATE and its end. */
const isolatedToLeft = (text: string): string => `\u2067${text}\u2069`

const SHORT_NAME_LENGTH = 3

/** 2026-03: "March 2026", or "Mar" in short. */
export function showMonth(month: string, length: 'long' | 'short' = 'long'): string {
  const [, year, number] = /^(\d{4})-(\d{2})$/.exec(month) ?? []
  const name = MONTHS[Number(number) - 1]
  if (name === undefined) return ''
  if (dateFormat) {
    const parts = length === 'long' ? ({ month: 'long', year: 'numeric' } as const) : ({ month: 'short' } as const)
    return dateFormat({ ...parts, timeZone: 'UTC' }).format(Date.UTC(Number(year), Number(number) - 1))
  }
  return length === 'long' ? `${name} ${year}` : name.slice(0, SHORT_NAME_LENGTH)
}
