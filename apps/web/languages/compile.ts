import { compileMessageOrThrow as compileMessage } from '@lingui/message-utils/compileMessage'
import type { Catalogue, Message } from '@trefoil/core/language/write-message'
import type { SourceMessage, SourceMessages } from './read-messages.ts'

/** A language's messages by id, as translators write them. */
export type Translations = Record<string, string>

/** What a page loads. Ids stay behind: the order of messages is that of the source. */
export const compileCatalogue = (source: SourceMessages, translations: Translations): Catalogue =>
  Object.fromEntries(
    [...source].map(([group, messages]) => [
      group,
      messages.map((each) => compiled(each, translations[each.id] ?? each.message)),
    ]),
  )

/** Lingui's form, with the place of each value in place of its name, unless they come by name. */
export function compiled(
  { parameters, byName }: Pick<SourceMessage, 'parameters' | 'byName'>,
  message: string,
): Message {
  const places = new Map(parameters.map(({ name }, place) => [name, byName ? name : place]))
  return placed(compileMessage(message), places)
}

type Compiled = ReturnType<typeof compileMessage>

function placed(message: Compiled, places: ReadonlyMap<string, number | string>): Message {
  if (typeof message === 'string') return message
  const pieces = message.map((piece) => {
    if (typeof piece === 'string') return piece
    const [name, kind, cases] = piece
    const place = places.get(name) ?? 0
    if (kind === undefined) return [place] as const
    if (kind === 'number') return [place, kind] as const
    if (kind !== 'plural' && kind !== 'select') throw new Error(`There is no format called ${kind}.`)
    // There is an offset too, which is undefined.
    const forms = Object.entries(cases ?? {}).filter(([, text]) => text !== undefined)
    return [
      place,
      kind,
      Object.fromEntries(forms.map(([form, text]) => [form, placed(text as Compiled, places)])),
    ] as const
  })
  const [only] = pieces
  if (pieces.length === 0) return ''
  return pieces.length === 1 && typeof only === 'string' && only !== '#' ? only : pieces
}
