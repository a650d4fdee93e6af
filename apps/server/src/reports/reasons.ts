import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'

/** The operators' reasons for adjustments, by reference. A page rarely has one. */
export async function readReasons(
  db: Reader,
  references: readonly (string | null)[],
): Promise<Map<string | null, string>> {
  const proposals = references.flatMap((reference) => /^proposal-(\d+)$/.exec(reference ?? '')?.[1] ?? [])
  if (proposals.length === 0) return new Map()
  const { rows: found } = await sql<{ reference: string; why: string }>`
    select 'proposal-' || id as reference, why from proposal where id = any(${proposals}::int[])`.execute(db)
  return new Map(found.map(({ reference, why }) => [reference, why]))
}
