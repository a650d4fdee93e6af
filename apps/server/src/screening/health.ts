import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { workerHealth, type Health } from '../db/worker-status.ts'

/** One line for health: what waits for whom, or why nobody answers. */
export async function screeningHealth(db: Database): Promise<Health> {
  const { rows } = await sql<{ hits: number }>`
    select count(*)::int as hits from screening_hit where state = 'open'`.execute(db)
  const { hits = 0 } = rows[0] ?? {}
  return workerHealth(
    db,
    'screening',
    ({ waiting = 0 }) => `ok, ${waiting} deposit${waiting === 1 ? '' : 's'} to ask about, ${hits} for an operator`,
  )
}
