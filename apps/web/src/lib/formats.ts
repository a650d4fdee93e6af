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
