const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** `17 November 2026`: for people everywhere, so no order of figures has to be guessed. */
export const showDay = (at: Date): string =>
  `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()] ?? ''} ${at.getUTCFullYear()}`

/** `17 November 2026, 10:14 UTC`. */
export const showMoment = (at: Date): string => `${showDay(at)}, ${at.toISOString().slice(11, 16)} UTC`

/** 2026-03: `March 2026`. */
export function showMonth(month: string): string {
  const [year = '', number] = month.split('-')
  return `${MONTHS[Number(number) - 1] ?? ''} ${year}`
}
