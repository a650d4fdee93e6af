import { writeMessage, type Message, type Value, type Writing } from './write-message.ts'

/** A text, or a function of named values that is nothing but a template. */
type Text = string | ((...values: never[]) => string)
export type Texts = { readonly [key: string]: Text | readonly string[] | Texts }

type Translation = {
  /** In the order of declaration. */
  translations: readonly Message[]
  writing: Writing
}

/** The same shape, with each text replaced by the next translation. */
export function translated<English extends Texts>(english: English, { translations, writing }: Translation): English {
  let next = 0
  const replace = (text: unknown): unknown => {
    if (Array.isArray(text)) return text.map(replace)
    if (typeof text === 'object' && text !== null)
      return Object.fromEntries(Object.entries(text).map(([key, each]) => [key, replace(each)]))
    const message = translations[next++]
    if (message === undefined) return text
    if (typeof text === 'string') return writeMessage(message, [], writing)
    return (...values: Value[]) => writeMessage(message, values, writing)
  }
  return replace(english) as English
}

/** The English one of two forms; other languages bring all of theirs. */
export const plural = (count: number, { one, other }: { one: string; other: string }): string =>
  count === 1 ? one : other
