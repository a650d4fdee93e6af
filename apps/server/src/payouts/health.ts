import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { workerHealth, type Health } from '../db/worker-status.ts'

type Queue = { due: number; asking: number; failed: number }

/** One line for health: what waits for whom, or why nothing is paid. */
export async function payoutsHealth(db: Database): Promise<Health> {
  const { rows } = await sql<Queue>`
    select count(*) filter (where state in ('requested', 'approved') and look_at <= now())::int as due,
      count(*) filter (where state in ('requested', 'approved', 'claimed') and look_at is null
        and (waits_for is not null or state <> 'claimed'))::int as asking,
      count(*) filter (where state = 'failed')::int as failed
    from withdrawal where ended_at is null`.execute(db)
  const { due, asking, failed } = rows[0] ?? { due: 0, asking: 0, failed: 0 }
  return workerHealth(
    db,
    'payouts',
    ({ open = 0 }) => `ok, ${open} on their way, ${due} due, ${asking + failed} for an operator`,
  )
}
