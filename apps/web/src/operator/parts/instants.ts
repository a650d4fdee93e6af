const DAY = new Intl.DateTimeFormat('en-GB', { year: 'numeric', month: 'short', day: '2-digit' })
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** "15 Nov 2026", without line breaks. */
export const showDay = (instant: string): string => DAY.format(new Date(instant)).replaceAll(' ', '\u00a0')

/**
 * "15 Nov 2026, 04:31:07" in the reader's time zone: operators compare moments, not days. If there is no room for one
 * line, it wraps before the time and nowhere else.
 */
export const showInstant = (instant: string | null): string =>
  instant === null ? '–' : `${showDay(instant)}, ${TIME.format(new Date(instant))}`
