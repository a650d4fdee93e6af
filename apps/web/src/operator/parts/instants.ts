const INSTANT = new Intl.DateTimeFormat('en-GB', {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** "15 Nov 2026, 04:31:07", in the reader's own time zone: operators compare moments, not days. */
export const showInstant = (instant: string | null): string =>
  instant === null ? '–' : INSTANT.format(new Date(instant))
