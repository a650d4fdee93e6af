import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

const KEPT_DAYS = 30
const ROWS_PER_STEP = 10_000

/** What ended long ago, all of endpoints that were removed, and secrets that sign no more. */
export async function cleanUpWebhooks(db: Database): Promise<void> {
  await sql`
    update webhook_endpoint set former_box = null, former_until = null where former_until < now()`.execute(db)
  await inSteps(db, sql`state <> 'waiting' and ended_at < now() - make_interval(days => ${KEPT_DAYS})`)
  await inSteps(db, sql`endpoint_id in (select id from webhook_endpoint where state = 'removed')`)
  await sql`delete from webhook_endpoint where state = 'removed'`.execute(db)
}

async function inSteps(db: Database, which: ReturnType<typeof sql>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from webhook_delivery where id in (
        select id from webhook_delivery where ${which} limit ${ROWS_PER_STEP})`.execute(db)
    if (numAffectedRows < ROWS_PER_STEP) return
  }
}
