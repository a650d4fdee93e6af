import { compileMessageOrThrow as compileMessage } from '@lingui/message-utils/compileMessage'
import { compiled, type Translations } from './compile.ts'
import type { SourceMessage, SourceMessages } from './read-messages.ts'

/** What is wrong with a language's messages, one line each. */
export function faultsOf(language: string, translations: Translations, source: SourceMessages): string[] {
  const messages = [...source.values()].flat()
  const ids = new Set(messages.map(({ id }) => id))
  const unused = Object.keys(translations).filter((id) => !ids.has(id))
  return [
    ...unused.map((id) => `${id} is not used.`),
    ...messages.flatMap((each) => {
      const translation = translations[each.id]
      if (translation === undefined) return `${each.id} is missing.`
      return messageFaults(language, each, translation).map((fault) => `${each.id}: ${fault}`)
    }),
  ]
}

function messageFaults(language: string, source: SourceMessage, translation: string): string[] {
  if (translation.trim() === '') return ['it is empty.']
  try {
    compiled(source, translation)
    const found = valuesIn(compileMessage(translation))
    return [...valueFaults(source, found), ...found.flatMap((each) => pluralFaults(language, each))]
  } catch (problem) {
    return [problem instanceof Error ? problem.message : String(problem)]
  }
}

type Found = { name: string; kind?: string; cases: Record<string, Pieces> }
type Pieces = ReturnType<typeof compileMessage>

function valuesIn(pieces: Pieces): Found[] {
  if (typeof pieces === 'string') return []
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string') return []
    const [name, kind, options] = piece
    const cases = casesIn(options)
    const within = Object.values(cases).flatMap(valuesIn)
    return [{ name, ...(kind !== undefined && { kind }), cases }, ...within]
  })
}

/** There is an offset too, which is undefined. */
const casesIn = (options: unknown): Record<string, Pieces> =>
  Object.fromEntries(Object.entries(options ?? {}).filter(([, text]) => text !== undefined))

function valueFaults({ message, parameters }: SourceMessage, found: readonly Found[]): string[] {
  const expected = new Set(valuesIn(compileMessage(message)).map(({ name }) => name))
  const used = new Set(found.map(({ name }) => name))
  const counts = new Set(parameters.filter(({ isNumber }) => isNumber).map(({ name }) => name))
  return [
    ...[...used].filter((name) => !expected.has(name)).map((name) => `there is no value called {${name}}.`),
    ...[...expected].filter((name) => !used.has(name)).map((name) => `the value {${name}} is missing.`),
    ...found
      .filter(({ name, kind }) => expected.has(name) && (kind === 'plural' || kind === 'number') && !counts.has(name))
      .map(({ name }) => `{${name}} is a text, and cannot be counted.`),
  ]
}

/** Each category of the language, and beside them only exact numbers. */
function pluralFaults(language: string, { name, kind, cases }: Found): string[] {
  if (kind !== 'plural') return []
  const categories: string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const given = Object.keys(cases).filter((form) => !/^\d+$/.test(form))
  return [
    ...categories
      .filter((form) => !given.includes(form))
      .map((form) => `the plural of {${name}} has no form "${form}".`),
    ...given
      .filter((form) => !categories.includes(form))
      .map((form) => `the plural of {${name}} has a form "${form}" that this language does not have.`),
  ]
}
