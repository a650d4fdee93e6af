import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { workerHealth, type Health } from '../db/worker-status.ts'

/** One line for health: what waits for whom, or why nobody answers. */
export async function screeningHealth(db: Database): Promise<Health> {
  const { hits } = await countOnHold(db)
  return workerHealth(
    db,
    'screening',
    ({ waiting = 0 }) => `ok, ${waiting} deposit${waiting === 1 ? '' : 's'} to ask about, ${hits} for an operator`,
  )
}

/** While nobody is asked: what still waits, for as long as anything does. */
export async function leftOnHoldHealth(db: Database): Promise<Health | undefined> {
  const { hits, waiting } = await countOnHold(db)
  if (waiting > 0)
    return {
      well: false,
      sentence: `${waiting === 1 ? '1 deposit waits' : `${waiting} deposits wait`} for screening, which is not configured: decide on the screen Screening, or configure it again`,
    }
  return hits > 0 ? { well: true, sentence: `not configured, ${hits} for an operator` } : undefined
}

async function countOnHold(db: Database): Promise<{ hits: number; waiting: number }> {
  const { rows } = await sql<{ hits: number; waiting: number }>`
    select (select count(*)::int from screening_hit where state = 'open') as hits,
      (select count(*)::int from deposit where screening = 'waiting') as waiting`.execute(db)
  return rows[0] ?? { hits: 0, waiting: 0 }
}
