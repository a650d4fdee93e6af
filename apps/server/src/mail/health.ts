import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Health } from '../db/worker-status.ts'

type Figures = { failed: number; late: number; undeliverable: number; last_state: string | null }

const LATE_MINUTES = 5

/**
 * In trouble if the last attempt failed. A single wrong address among delivered mails only shows in the console's list.
 */
export async function mailHealth(db: Database): Promise<Health> {
  const { rows } = await sql<Figures>`
    select count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'undeliverable')::int as undeliverable,
      (select count(*)::int from mail_outbox where state in ('queued', 'failed')
        and next_at < now() - make_interval(mins => ${LATE_MINUTES})) as late,
      (select state from mail_outbox where tried_at is not null order by tried_at desc limit 1) as last_state
    from mail_outbox where state in ('failed', 'undeliverable')`.execute(db)
  const { failed, late, undeliverable, last_state } = rows[0] as Figures
  if (late > 0) return { well: false, sentence: `${late} mails are overdue: no worker is sending them` }
  const sentence = failed + undeliverable === 0 ? 'ok' : `${failed} failed and tried again, ${undeliverable} given up`
  return { well: failed === 0 || last_state !== 'failed', sentence }
}
