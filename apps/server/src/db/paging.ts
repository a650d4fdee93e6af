import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Keyring } from '../secrets/keyring.ts'

/** Without a cursor: the first page. */
export type PageQuery = { cursor?: string | undefined; limit?: number | undefined }

/** A cursor is valid for one history of one reader. */
export type History = { keyring: Keyring; name: string; reader: number }

/** All users of the console count as one reader. */
export const consoleHistory = (keyring: Keyring, name: string): History => ({
  keyring,
  name: `console ${name}`,
  reader: 0,
})

/** `after` is the position of the last row read; null at the beginning. */
export type Range = { after: string | null; limit: number }

type Source<Row> = (range: Range) => Promise<{ readonly rows: readonly Row[] }>

type Sources<Row> = {
  /** Each is in its own order, which `positionOf` follows: an index range, however deep the page. */
  sources: readonly Source<Row>[]
  positionOf: (row: Row) => string | number
  /** Compares the next rows of two sources. Equal ones are taken in the order of the sources. */
  comesBefore?: (a: Row, b: Row) => boolean
  /** Read, but not shown. Each must have a shown counterpart in another source, or pages would be short. */
  isHidden?: (row: Row) => boolean
}

const LIMIT_DEFAULT = 50

/**
 * One page of one source, or of several merged. Each source keeps its own order whatever its rows' timestamps say, so
 * that the next page continues exactly where this one ends.
 */
export async function readPage<Row>(
  history: History,
  query: PageQuery,
  { sources, positionOf, comesBefore = () => false, isHidden }: Sources<Row>,
): Promise<{ rows: Row[]; next_cursor: string | null }> {
  const limit = query.limit ?? LIMIT_DEFAULT
  const begins = query.cursor === undefined ? [] : openCursor(history, query.cursor)
  // One more than is shown tells whether there is another page; a hidden row may come before it.
  const read = limit + (isHidden ? 2 : 1)
  const pages = await Promise.all(
    sources.map(async (source, index) => (await source({ after: begins[index] ?? null, limit: read })).rows),
  )
  const taken = pages.map(() => 0)
  const isUsedUp = () => pages.some((rows, index) => rows.length === read && taken[index] === read)
  const rows: Row[] = []
  let next = nextOf(pages, taken, comesBefore)
  while (next && rows.length < limit && !isUsedUp()) {
    taken[next.source] = (taken[next.source] ?? 0) + 1
    if (!isHidden?.(next.row)) rows.push(next.row)
    next = nextOf(pages, taken, comesBefore)
  }
  const ends = pages.map((page, index) => {
    const last = page[(taken[index] ?? 0) - 1]
    return last === undefined ? (begins[index] ?? null) : String(positionOf(last))
  })
  return { rows, next_cursor: next || isUsedUp() ? sealCursor(history, ends) : null }
}

function nextOf<Row>(
  pages: readonly (readonly Row[])[],
  taken: readonly number[],
  comesBefore: (a: Row, b: Row) => boolean,
): { source: number; row: Row } | undefined {
  let next: { source: number; row: Row } | undefined
  for (const [source, page] of pages.entries()) {
    const row = page[taken[source] ?? 0]
    if (row !== undefined && (!next || comesBefore(row, next.row))) next = { source, row }
  }
  return next
}

/** With its length, because the name may contain a search term. */
const prefixOf = ({ name, reader }: History) => `${name.length} ${name} ${reader} `

/** Encrypted, so that it does not reveal positions in our tables. */
export const sealCursor = (history: History, positions: readonly (string | number | null)[]): string =>
  history.keyring
    .seal('cursor', prefixOf(history) + positions.map((position) => position ?? '').join(' '))
    .toString('base64url')

export function openCursor(history: History, cursor: string): (string | null)[] {
  const text = decrypt(history.keyring, cursor)
  const prefix = prefixOf(history)
  if (!text?.startsWith(prefix)) throw new Refusal('invalid_request', 'This cursor is not one of this history.')
  return text
    .slice(prefix.length)
    .split(' ')
    .map((position) => position || null)
}

/** Where a page begins, whichever history it is of: cursors differ each time, positions do not. */
export function positionsIn(keyring: Keyring, cursor: string): string {
  const text = decrypt(keyring, cursor) ?? ''
  const nameLength = Number.parseInt(text, 10)
  return text.slice(`${nameLength} `.length + nameLength + ' '.length).replace(/^\S* /, '')
}

function decrypt(keyring: Keyring, cursor: string): string | undefined {
  try {
    return keyring.open('cursor', Buffer.from(cursor, 'base64url'))
  } catch {
    return undefined
  }
}

const BEFORE_ALL = '9223372036854775807'

/** For histories that show the newest row first. */
export const olderThan = (column: string, after: string | null) =>
  sql<boolean>`${sql.ref(column)} < ${after ?? BEFORE_ALL}::bigint`

/** For histories that show the oldest row first. */
export const newerThan = (column: string, after: string | null) =>
  sql<boolean>`${sql.ref(column)} > ${after ?? '0'}::bigint`
