import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { INBOX_KINDS } from './topics.ts'

const MAILS_KEPT_DAYS = 30
const NOTICES_KEPT_DAYS = 365
/** Of one account; older ones go first. */
const NOTICES_KEPT_MAX = 500
const ROWS_PER_STEP = 10_000

/** What has nothing left to do. Undelivered mails are kept. */
const SETTLED = sql`state in ('sent', 'dropped', 'inbox')`

/**
 * Whom a mail went to is needed for the hour in which it counts, and forgotten afterwards. A mail is kept for a month,
 * and what the inbox shows of it for a year.
 */
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
    delete from mail_outbox where state in ('sent', 'dropped') and (account_id is null or kind <> all(${INBOX_KINDS}))
      and tried_at < now() - make_interval(days => ${MAILS_KEPT_DAYS})`.execute(db)
  await sql`
    update mail_outbox set recipient = null, facts = case when kind = 'new device' then facts - 'address' else facts end
    where (recipient is not null or (kind = 'new device' and facts ? 'address')) and state in ('sent', 'dropped')
      and tried_at < now() - make_interval(days => ${MAILS_KEPT_DAYS})`.execute(db)
  while (await deleteOldNotices(db));
  while (await deleteExcessNotices(db));
}

/** True if there may be more. */
async function deleteOldNotices(db: Database): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from mail_outbox where id in (
      select id from mail_outbox where created_at < now() - make_interval(days => ${NOTICES_KEPT_DAYS}) and ${SETTLED}
      order by created_at limit ${ROWS_PER_STEP})`.execute(db)
  return Number(numAffectedRows ?? 0n) === ROWS_PER_STEP
}

/** Looks only at accounts that got something since the last time. True if there are more. */
const deleteExcessNotices = (db: Database): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ upto: string | null; count: number }>`
      select max(id) as upto, count(*)::int as count from (
        select id from mail_outbox where id > (select trimmed_mail_id from inbox_progress for update)
        order by id limit ${ROWS_PER_STEP}) next`.execute(tx)
    const [next] = rows
    if (!next || next.upto === null) return false
    await sql`
      delete from mail_outbox m using (
        select account_id, (
          select id from mail_outbox o where o.account_id = recent.account_id
          order by id desc offset ${NOTICES_KEPT_MAX} limit 1) as last
        from (
          select distinct account_id from mail_outbox
          where id > (select trimmed_mail_id from inbox_progress) and id <= ${next.upto}) recent
      ) excess
      where m.account_id = excess.account_id and m.id <= excess.last and ${SETTLED}`.execute(tx)
    await sql`update inbox_progress set trimmed_mail_id = ${next.upto}`.execute(tx)
    return next.count === ROWS_PER_STEP
  })
