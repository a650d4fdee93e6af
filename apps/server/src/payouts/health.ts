import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { describeUnknownSent } from './unknown-sent.ts'
import { workerHealth, type Health } from '../db/worker-status.ts'

type Queue = { due: number; asking: number; failed: number; unswept: number }

/** One line for health: what waits for whom, or why nothing is paid. */
export async function payoutsHealth(db: Database): Promise<Health> {
  const { rows } = await sql<Queue>`
    select count(*) filter (where state in ('requested', 'approved') and look_at <= now())::int as due,
      count(*) filter (where state in ('requested', 'approved', 'claimed') and look_at is null
        and (waits_for is not null or state <> 'claimed'))::int as asking,
      count(*) filter (where state = 'failed')::int as failed,
      (select count(*)::int from deposit_address where set_aside is not null) as unswept
    from withdrawal where ended_at is null`.execute(db)
  const { due = 0, asking = 0, failed = 0, unswept = 0 } = rows[0] ?? {}
  return workerHealth(db, 'payouts', ({ open = 0, unknown = 0, unknown_seconds = 0 }) => {
    const blocked = describeUnknownSent({ unknown, unknown_seconds })
    const sentence =
      `${open} on their way, ${due} due, ${asking + failed} for an operator` +
      (unswept > 0 ? `, ${unswept} address${unswept === 1 ? '' : 'es'} could not be swept` : '')
    return blocked === undefined ? `ok, ${sentence}` : { well: false, sentence: `${sentence}; ${blocked}` }
  })
}
