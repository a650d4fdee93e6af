/**
 * A compiled message: a text, or its pieces in order. A piece in brackets is a value. This is Lingui's form, so no parser
 * comes with a page.
 */
export type Message = string | readonly Piece[]
type Piece = string | readonly [Name] | readonly [Name, kind: 'number'] | Choice
type Choice = readonly [Name, kind: 'plural' | 'select', cases: Record<string, Message>]

/** On a page, the value's place among the arguments; on the server, its name. */
type Name = number | string

/** The messages of each group, in the order of their declaration. */
export type Catalogue = Record<string, readonly Message[]>

export type Value = string | number
export type Values = readonly Value[] | Readonly<Record<string, Value>>

export type Writing = {
  language: string
  /** Values keep their own direction within a text that runs from right to left. */
  isolatesValues: boolean
}

export function writeMessage(message: Message, values: Values, writing: Writing, count = ''): string {
  if (typeof message === 'string') return message
  return message.map((piece) => writePiece(piece, values, writing, count)).join('')
}

function writePiece(piece: Piece, values: Values, writing: Writing, count: string): string {
  if (typeof piece === 'string') return piece === '#' ? count : piece
  const [name, kind, cases = {}] = piece
  const value = (values as Record<Name, Value>)[name] ?? ''
  if (kind === undefined) return typeof value === 'string' && writing.isolatesValues ? isolated(value) : String(value)
  if (kind === 'number') return grouped(value)
  const chosen =
    cases[value] ?? cases[kind === 'plural' ? categoryOf(Number(value), writing) : 'other'] ?? cases['other']
  return writeMessage(chosen ?? '', values, writing, grouped(value))
}

/** "12,345": digits and commas as in amounts, in every language. */
const grouped = (count: Value): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** Within FIRST STRONG ISOLATE and its end, which a value cannot bring itself. */
export const isolated = (value: string): string => `\u2068${endsItsIsolates(value) ? value : bare(value)}\u2069`

const bare = (value: string): string => value.replaceAll(/[\u2066-\u2069]/g, '')

function endsItsIsolates(value: string): boolean {
  let open = 0
  for (const [mark] of value.matchAll(/[\u2066-\u2069]/g)) {
    open += mark === '\u2069' ? -1 : 1
    if (open < 0) return false
  }
  return open === 0
}

const rules = new Map<string, Intl.PluralRules>()

function categoryOf(count: number, { language }: Writing): Intl.LDMLPluralRule {
  const known = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, known)
  return known.select(count)
}
