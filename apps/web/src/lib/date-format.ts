import { SOURCE_LANGUAGE } from '@trefoil/core/language/languages'
import { language } from './language.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** How the language of the page writes dates, with the digits of amounts. Undefined in English, whose dates are specified. */
export const dateFormat = language === SOURCE_LANGUAGE ? undefined : formatOf

function formatOf(parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(parts)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...parts, numberingSystem: 'latn' })
  formats.set(key, format)
  return format
}
