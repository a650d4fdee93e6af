import { LANGUAGES, SOURCE_LANGUAGE, type Language } from '@trefoil/core/language/languages'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** `17 November 2026`: for people everywhere, so no order of figures has to be guessed. */
export const showDay = (at: Date, language: Language = SOURCE_LANGUAGE): string =>
  language === SOURCE_LANGUAGE
    ? `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()] ?? ''} ${at.getUTCFullYear()}`
    : written(at, language, { dateStyle: 'long' })

/** `17 November 2026, 10:14 UTC`. */
export const showMoment = (at: Date, language: Language = SOURCE_LANGUAGE): string =>
  `${showDay(at, language)}${COMMA[LANGUAGES[language].direction]} ${at.toISOString().slice(11, 16)} UTC`

const COMMA = { ltr: ',', rtl: '،' }

/** 2026-03: `March 2026`. */
export function showMonth(month: string, language: Language = SOURCE_LANGUAGE): string {
  if (language !== SOURCE_LANGUAGE)
    return written(new Date(`${month}-01T00:00:00Z`), language, { month: 'long', year: 'numeric' })
  const [year = '', number] = month.split('-')
  return `${MONTHS[Number(number) - 1] ?? ''} ${year}`
}

const written = (at: Date, language: Language, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language, { ...parts, timeZone: 'UTC', numberingSystem: 'latn' }).format(at)
