import { Malformed } from './bytes.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/**
 * One text per value (RFC 8785): members sorted by UTF-16 code units, no white space, numbers as ECMAScript writes
 * them. Whole numbers beyond 2^53 have to be texts.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalJson(item)).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([key, item]) => `${quoted(key)}:${canonicalJson(item)}`).join(',')}}`
  }
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number' && !(Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER))
    throw new RangeError(`${value} has no exact number in JSON`)
  return JSON.stringify(value)
}

/** Refuses every text but the canonical one, such as one that names a member twice. */
export function parseCanonicalJson(text: string): Json {
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    throw new Malformed('An entry is not JSON')
  }
  if (canonicalJson(value) !== text) throw new Malformed('An entry is not in its canonical form')
  return value
}

export const isRecord = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function quoted(value: string): string {
  if (!value.isWellFormed()) throw new RangeError('A text with half a character')
  return JSON.stringify(value)
}
