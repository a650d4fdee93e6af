const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const SUFFIX: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** "1st January, 2025", on the reader's own calendar day unless a time zone is given. */
export function showDate(instant: string, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  }).formatToParts(new Date(instant))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  const day = part('day')
  return `${day}${SUFFIX[ordinals.select(Number(day))] ?? 'th'} ${part('month')}, ${part('year')}`
}

const AMOUNT_DECIMALS = 5

/** "$1234.50000": all five decimals, as the server writes them too. With `signed`, what arrives has a plus. */
export function showAmount(dollars: number, { signed = false } = {}): string {
  const sign = dollars < 0 ? '\u2212' : signed && dollars > 0 ? '+' : ''
  return `${sign}$${Math.abs(dollars).toFixed(AMOUNT_DECIMALS)}`
}

/** "1234.50000": as it would be typed. */
export const typedAmount = (dollars: number): string => dollars.toFixed(AMOUNT_DECIMALS)

/** The same, in the parts that are drawn differently: sign, thousands, the first two decimals, the other three. */
export function amountParts(dollars: number, options?: { signed?: boolean }) {
  const [sign = '', figure = ''] = showAmount(dollars, options).split('$')
  const [whole = '', decimals = ''] = figure.split('.')
  return { sign, thousands: whole.split(/(?=(?:\d{3})+$)/), cents: decimals.slice(0, 2), rest: decimals.slice(2) }
}

/** "12,345" */
export const showCount = (count: number): string => new Intl.NumberFormat('en').format(count)

/** "88.57K", where there is little room. */
export const showShort = (figure: number): string =>
  new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 }).format(figure)

/** 2026-03: "March 2026", or "Mar" in short. */
export function showMonth(month: string, length: 'long' | 'short' = 'long'): string {
  if (!/^\d{4}-\d{2}$/.test(month)) return ''
  const options = length === 'long' ? { month: 'long', year: 'numeric' } : { month: 'short' }
  return new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' } as Intl.DateTimeFormatOptions).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}
