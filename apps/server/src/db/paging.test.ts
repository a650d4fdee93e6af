import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeKeyring } from '../secrets/keyring.ts'
import { readPage } from './paging.ts'

type Row = { source: number; position: number; at: number }

const keyring = makeKeyring('a secret of this test, long enough')
const history = { keyring, name: 'things', reader: 7 }

/** A table that is read from the highest position down. */
const tableOf =
  (rows: readonly Row[]) =>
  ({ after, limit }: { after: string | null; limit: number }) =>
    Promise.resolve({
      rows: rows
        .toSorted((a, b) => b.position - a.position)
        .filter(({ position }) => after === null || position < Number(after))
        .slice(0, limit),
    })

async function readAll(tables: readonly (readonly Row[])[], limit: number): Promise<Row[]> {
  const all: Row[] = []
  let cursor: string | undefined
  do {
    const page: Awaited<ReturnType<typeof readPage<Row>>> = await readPage<Row>(
      history,
      { cursor, limit },
      { sources: tables.map(tableOf), positionOf: ({ position }) => position, comesBefore: (a, b) => a.at > b.at },
    )
    if (page.next_cursor !== null) expect(page.rows).toHaveLength(limit)
    all.push(...page.rows)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return all
}

test('every row of every source is read once, in one order, for any page size and clock', async () => {
  const tables = fc
    .array(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 }), { minLength: 1, maxLength: 3 })
    .map((sources) => sources.map((times, source) => times.map((at, index) => ({ source, position: index + 1, at }))))
  await fc.assert(
    fc.asyncProperty(tables, fc.integer({ min: 1, max: 6 }), async (sources, limit) => {
      const all = await readAll(sources, limit)
      expect(new Set(all.map(({ source, position }) => `${source} ${position}`)).size).toBe(all.length)
      expect(all).toHaveLength(sources.flat().length)
      expect(all).toEqual(await readAll(sources, 100))
    }),
  )
})

test('a cursor reveals nothing, and works for its own history and reader only', async () => {
  const rows = [3, 2, 1].map((position) => ({ source: 0, position, at: position }))
  const pages = { sources: [tableOf(rows)], positionOf: ({ position }: Row) => position }
  const { next_cursor: cursor } = await readPage(history, { limit: 1 }, pages)
  expect(Buffer.from(cursor ?? '', 'base64url').toString()).not.toContain('things')
  expect((await readPage(history, { cursor: cursor ?? '', limit: 1 }, pages)).rows).toEqual([rows[1]])
  for (const other of [
    { ...history, reader: 8 },
    { ...history, name: 'thing' },
  ])
    await expect(readPage(other, { cursor: cursor ?? '' }, pages)).rejects.toThrow('not one of this history')
  await expect(readPage(history, { cursor: 'made up' }, pages)).rejects.toThrow('not one of this history')
})
