import { writeMessage, type Message, type Value, type Values, type Writing } from './write-message.ts'

/** A text, or a function of named values that is nothing but a template. */
type Text = string | ((...values: never[]) => string)
export type Texts = { readonly [key: string]: Text | readonly string[] | Texts }

type Translation = {
  /** Asked in the order of declaration. `path`: the keys that lead to the text, `steps.paid`. */
  find: (path: string) => Message | undefined
  writing: Writing
}

/** The same shape, with each text replaced by its translation. Values come one by one, or by name in one object. */
export function translated<English extends Texts>(english: English, { find, writing }: Translation): English {
  const replace = (text: unknown, path: string): unknown => {
    if (typeof text === 'object' && text !== null) {
      const parts = Object.entries(text).map(([key, each]) => [
        key,
        replace(each, path === '' ? key : `${path}.${key}`),
      ])
      return Array.isArray(text) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
    }
    const message = find(path)
    if (message === undefined) return text
    if (typeof text === 'string') return writeMessage(message, [], writing)
    return (...values: Value[] | [Record<string, Value>]) => {
      const [first] = values
      return writeMessage(message, (typeof first === 'object' ? first : values) as Values, writing)
    }
  }
  return replace(english, '') as English
}

/** The English one of two forms; other languages bring all of theirs. */
export const plural = (count: number, { one, other }: { one: string; other: string }): string =>
  count === 1 ? one : other
