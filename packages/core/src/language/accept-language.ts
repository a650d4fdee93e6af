import { isLanguage, type Language } from './languages.ts'

/** More than any browser sends. */
const LENGTH_MAX = 500

/** The one of ours that an `Accept-Language` header prefers; undefined if it names none. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  if (header === undefined || header.length > LENGTH_MAX) return undefined
  const accepted = header.split(',').flatMap((range) => {
    const [, tag = '', weight = '1'] =
      /^\s*([a-z]{2,3})(?:-[a-z\d-]+)?\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i.exec(range) ?? []
    const language = tag.toLowerCase()
    return isLanguage(language) && Number(weight) > 0 ? [{ language, weight: Number(weight) }] : []
  })
  // Those of the same weight stay in their order.
  return accepted.toSorted((a, b) => b.weight - a.weight)[0]?.language
}
