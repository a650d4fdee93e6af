import { SOURCE_LANGUAGE } from '@trefoil/core/language/languages'
import { language } from './language.ts'

export const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const
export const MOMENT = { ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const formats = new Map<string, Intl.DateTimeFormat>()

/** How the language of the page writes dates, with the digits of amounts. Undefined in English, whose dates are specified. */
export const dateFormat = language === SOURCE_LANGUAGE ? undefined : formatOf

/** "2026-03-01 10:05 UTC", as the server writes it in English; other languages have it on the reader's own clock, as every moment. */
export function showUtc(moment: string): string {
  const date = new Date(moment.replace(' UTC', 'Z').replace(' ', 'T'))
  return dateFormat && !Number.isNaN(date.getTime()) ? dateFormat(MOMENT).format(date) : moment
}

/** 2026-03-01, the same day for every reader; as it is in English. */
export const showDay = (day: string): string =>
  dateFormat ? dateFormat({ ...DAY, timeZone: 'UTC' }).format(new Date(day)) : day

function formatOf(parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(parts)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...parts, numberingSystem: 'latn' })
  formats.set(key, format)
  return format
}
