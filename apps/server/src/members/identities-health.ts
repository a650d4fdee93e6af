import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Health } from '../db/worker-status.ts'

/** Above this, somebody has to find out what uses so many, and has years to widen the column. */
const USED_MAX = 0.5

/** Numbers of rows end, and every recovery and failover skips some: whoever joins after the last one is refused. */
export async function identitiesHealth(db: Database): Promise<Health> {
  const { rows } = await sql<{ table_name: string; used: number }>`select * from fullest_identity()`.execute(db)
  const { table_name: table = '', used = 0 } = rows[0] ?? {}
  const share = `${Math.floor(used * 100)} % of the numbers for rows of ${table} are used`
  return { well: used <= USED_MAX, sentence: used <= USED_MAX ? `ok, ${share}` : share }
}
