import { SOURCE_LANGUAGE, type Language } from '@trefoil/core/language/languages'

/** In UTC, to the minute. With the digits of amounts in every language. */
export function showTime(at: Date, language: Language): string {
  if (language === SOURCE_LANGUAGE) return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const format = {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
    numberingSystem: 'latn',
    hourCycle: 'h23',
  } as const
  return `${new Intl.DateTimeFormat(language, format).format(at)} UTC`
}
