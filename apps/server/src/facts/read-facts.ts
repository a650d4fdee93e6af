import type { Facts } from '@trefoil/core/facts/facts'
import type { Reader } from '../db/database.ts'
import { keptShortly } from '../db/kept-shortly.ts'

/** They change once a day. */
const KEEP_MS = 10_000

/** The newest, with its number in the log. Nulls until they are made for the first time. */
export type PublishedFacts = { id: string | null; made_at: string | null; facts: Facts | null }

export type ReadFacts = () => Promise<PublishedFacts>

export function openFacts(db: Reader): ReadFacts {
  const read = keptShortly(() => readNewest(db), { keepMs: KEEP_MS })
  return () => read('')
}

async function readNewest(db: Reader): Promise<PublishedFacts> {
  const row = await db
    .selectFrom('facts')
    .select(['id', 'made_at', 'figures'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return { id: null, made_at: null, facts: null }
  // Written by ourselves, and in the canonical order that it is published in.
  return { id: row.id, made_at: row.made_at.toISOString(), facts: JSON.parse(row.figures) as Facts }
}
