import { dateFormat } from '../../lib/date-format.ts'
import { MONTHS } from '../../lib/months.ts'
import { factsCopy } from './facts-copy.ts'
import { LONG_DATE } from './formats.ts'

/** "−$11": whole dollars, with a true minus. */
export const showDollars = (dollars: number): string => `${dollars < 0 ? '−' : ''}$${Math.abs(dollars)}`

/** "17 November 2026" of "2026-11-17", whatever the reader's clock says. */
export function showUtcDay(day: string): string {
  if (dateFormat) return dateFormat({ ...LONG_DATE, timeZone: 'UTC' }).format(new Date(day))
  const [year = '', month = '', date = ''] = day.split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`
}

/** "Nov 2026" of "2026-11". */
export function showMonthName(month: string): string {
  if (dateFormat) return dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(month))
  const [year = '', number = ''] = month.split('-')
  return `${MONTHS[Number(number) - 1]?.slice(0, 3) ?? ''} ${year}`
}

/** The headline under the version in force. */
export function mostBackInWords({ basis_points: basisPoints, stage }: { basis_points: number; stage: number }): string {
  const text = factsCopy.mostBack
  if (basisPoints === 0) return text.nothing
  if (basisPoints === 10_000) return text.whatTheyGave
  return basisPoints < 10_000 ? text.percent(basisPoints / 100) : text.times(basisPoints / 10_000, stage)
}
