import type { Facts } from '@trefoil/core/facts/facts'
import { LEAF_KINDS } from '@trefoil/core/proofs/log-leaf'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { keptShortly } from '../db/kept-shortly.ts'

/** They change once a day. */
const KEEP_MS = 10_000

/** The newest, with its place in the log. Nulls until they are made for the first time. */
export type PublishedFacts = {
  id: string | null
  made_at: string | null
  facts: Facts | null
  log: { index: number; salt: string } | null
}

export type ReadFacts = () => Promise<PublishedFacts>

export function openFacts(db: Reader): ReadFacts {
  const read = keptShortly(() => readNewest(db), { keepMs: KEEP_MS })
  return () => read('')
}

type Row = { id: string; made_at: Date; figures: string; salt: string | null; index: string | null }

async function readNewest(db: Reader): Promise<PublishedFacts> {
  const { rows } = await sql<Row>`
    select f.id, f.made_at, f.figures, encode(s.salt, 'hex') as salt, r.first_index + f.id - r.first_id as index
    from (select * from facts order by id desc limit 1) f
    left join proof_log_salt s on s.kind = ${sql.lit(LEAF_KINDS.facts)} and s.id = f.id
    left join proof_log_run r on r.kind = s.kind and f.id >= r.first_id and f.id < r.first_id + r.count
      and r.first_index + f.id - r.first_id < (select size from proof_log order by number desc limit 1)`.execute(db)
  const [row] = rows
  if (!row) return { id: null, made_at: null, facts: null, log: null }
  return {
    id: row.id,
    made_at: row.made_at.toISOString(),
    // Written by ourselves, and in the canonical order that it is published in.
    facts: JSON.parse(row.figures) as Facts,
    log: row.salt === null || row.index === null ? null : { index: Number(row.index), salt: row.salt },
  }
}
