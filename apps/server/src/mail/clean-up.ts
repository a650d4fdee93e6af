import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

const MAILS_KEPT_DAYS = 30

/** Undelivered mails are kept. Whom a mail went to is needed for the hour in which it counts, and forgotten afterwards. */
export async function cleanUpMails(db: Database): Promise<void> {
  // What erasure has left for the hour.
  await sql`
    delete from mail_outbox where account_id is null and state = 'dropped' and handed_at < now() - interval '1 hour'`.execute(
    db,
  )
  await sql`
    update mail_outbox set recipient_hash = null, handed_at = null where handed_at < now() - interval '1 hour'`.execute(
    db,
  )
  await sql`
    delete from mail_outbox where state in ('sent', 'dropped')
      and tried_at < now() - make_interval(days => ${MAILS_KEPT_DAYS})`.execute(db)
}
