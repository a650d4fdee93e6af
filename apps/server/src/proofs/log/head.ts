import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'

type Head = { size: bigint; root: Uint8Array }

/** Of the newest signed checkpoint. Undefined: it does not hold this journal yet. Without a journal, of the empty log. */
export async function readLogHead(db: Reader, journal: bigint): Promise<Head | undefined> {
  const { rows } = await sql<{ size: string; root: Buffer }>`
    with signed as (select size, root from proof_log order by number desc limit 1),
      run as (
        select first_index, first_id, count from proof_log_run
        where kind = 1 and first_id <= ${journal} order by first_id desc limit 1)
    select size, root from signed
    where ${journal} = 0::bigint
      or size > (select first_index + ${journal} - first_id from run where ${journal} < first_id + count)`.execute(db)
  const [row] = rows
  if (row) return { size: BigInt(row.size), root: row.root }
  return journal === 0n ? { size: 0n, root: createHash('sha256').digest() } : undefined
}
