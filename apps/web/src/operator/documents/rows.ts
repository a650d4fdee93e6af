import type { ConsoleDocuments } from './api.ts'
import { documentsCopy as text } from './copy.ts'

type Person = ConsoleDocuments['documents'][number]['versions'][number]['proposed_by']

/** A version, or what waits to become one. */
export type DocumentRow = {
  name: string
  state: keyof typeof text.states
  proposal: number
  at: string
  proposed_by: Person
  agreed_by: Person | null
  agreed: number | null
  hash: string | null
  why: string | null
}

export const rowsOf = ({ documents }: ConsoleDocuments): DocumentRow[] =>
  documents.flatMap(({ kind, versions, waiting }) => [
    ...waiting.map(({ proposed_at: at, ...one }) => ({
      ...one,
      at,
      name: `${text.kinds[kind]}, ${text.proposed.toLowerCase()} ${one.proposal}`,
      state: 'waiting' as const,
      agreed_by: null,
      agreed: null,
      hash: null,
    })),
    ...versions.map(({ version, published_at: at, ...one }, index) => ({
      ...one,
      at,
      name: `${text.kinds[kind]}, ${text.version.toLowerCase()} ${version}`,
      state: index === 0 ? ('inForce' as const) : ('old' as const),
      why: null,
    })),
  ])
