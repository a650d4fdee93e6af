import { catalogue, isRightToLeft, language } from './language.ts'
import { writeMessage, type Message, type Value, type Writing } from './write-message.ts'

/** A text, or a function of named values that is nothing but a template. */
type Text = string | ((...values: never[]) => string)
type Texts = { readonly [key: string]: Text | readonly string[] | Texts }

const writing: Writing = { language, isolatesValues: isRightToLeft }

/**
 * The texts of a group, in the language of the page. What is written in the call is English, and the source that
 * `src/languages` translates: `npm run check` reads it there and says what cannot be translated.
 */
export function messages<const English extends Texts>(group: string, english: English): English {
  const translations = catalogue?.[group]
  return translations ? translated(english, { translations, writing }) : english
}

/** The English one of two forms; other languages bring all of theirs. */
export const plural = (count: number, { one, other }: { one: string; other: string }): string =>
  count === 1 ? one : other

type Translation = { translations: readonly Message[]; writing: Writing }

/** The same shape, with each text replaced by the next translation. */
export function translated<English extends Texts>(
  english: English,
  { translations, writing: how }: Translation,
): English {
  let next = 0
  const replace = (text: unknown): unknown => {
    if (Array.isArray(text)) return text.map(replace)
    if (typeof text === 'object' && text !== null)
      return Object.fromEntries(Object.entries(text).map(([key, each]) => [key, replace(each)]))
    const message = translations[next++]
    if (message === undefined) return text
    if (typeof text === 'string') return writeMessage(message, [], how)
    return (...values: Value[]) => writeMessage(message, values, how)
  }
  return replace(english) as English
}
