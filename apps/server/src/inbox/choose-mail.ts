import type { MailTopic } from '@trefoil/contract/notifications'
import { sql } from 'kysely'
import { notifyAccounts } from '../db/account-news.ts'
import type { Database } from '../db/database.ts'
import { isAlwaysMailed } from '../mail/outbox.ts'
import { INBOX_KINDS, inboxTopicOf, isChoice } from '../mail/topics.ts'

/** From now on. What still waits to be mailed and is not wanted any more stays in the inbox only. */
export async function chooseMail(db: Database, accountId: number, topics: readonly MailTopic[]): Promise<void> {
  const chosen = [...new Set(topics)].toSorted()
  const unwanted = INBOX_KINDS.filter((kind) => {
    const topic = inboxTopicOf(kind)
    return isChoice(topic) && !chosen.includes(topic)
  })
  await db.transaction().execute(async (tx) => {
    await sql`update account set mail_topics = ${chosen}::text[] where id = ${accountId}`.execute(tx)
    await sql`
      update mail_outbox set state = 'inbox', next_at = null, last_error = null
      where account_id = ${accountId} and state in ('queued', 'failed', 'held') and kind = any(${unwanted})
        and not ${isAlwaysMailed}`.execute(tx)
    await notifyAccounts(tx, [accountId])
  })
}
