import { MONTHS } from './formats.ts'

/** "−$11": whole dollars, with a true minus. */
export const showDollars = (dollars: number): string => `${dollars < 0 ? '−' : ''}$${Math.abs(dollars)}`

/** "63 %" */
export const showWholePercent = (percent: number): string => `${percent} %`

/** "17 November 2026" of "2026-11-17", whatever the reader's clock says. */
export function showUtcDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`
}

/** "Nov 2026" of "2026-11". */
export function showMonthName(month: string): string {
  const [year = '', number = ''] = month.split('-')
  return `${MONTHS[Number(number) - 1]?.slice(0, 3) ?? ''} ${year}`
}
