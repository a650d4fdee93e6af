import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Health } from '../db/worker-status.ts'

const LATE_MINUTES = 5

type Figures = { unsent: boolean; failing: number; disabled: number }

/** In trouble if nobody sends. Receivers that are slow or fail are their owners' trouble: they only show in the sentence. */
export async function webhooksHealth(db: Database): Promise<Health> {
  const { rows } = await sql<Figures>`
    select count(*) filter (where state = 'enabled' and failing_since is not null)::int as failing,
      count(*) filter (where disabled_why in ('gone', 'failing'))::int as disabled,
      coalesce(bool_or(state = 'enabled' and exists (select from webhook_delivery d where d.endpoint_id = e.id
        and d.state = 'waiting' and d.next_at < now() - make_interval(mins => ${LATE_MINUTES}))), false)
        and coalesce((select at from webhook_attempt order by id desc limit 1), '-infinity')
          < now() - make_interval(mins => ${LATE_MINUTES}) as unsent
    from webhook_endpoint e`.execute(db)
  const { unsent, failing, disabled } = rows[0] as Figures
  if (unsent) return { well: false, sentence: 'webhooks are overdue: no worker is sending them' }
  if (failing + disabled === 0) return { well: true, sentence: 'ok' }
  return {
    well: true,
    sentence: `endpoints that fail: ${failing}; that were disabled because they failed: ${disabled}`,
  }
}
