import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { INBOX_KINDS } from './topics.ts'

/** Who sees "99+" does not care how many more there are. */
const COUNTED_MAX = 100

/** How many notices in this account's inbox are unread: at most a hundred, so that counting takes no longer. */
export async function countUnread(db: Reader, accountId: number): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (
      select from mail_outbox where account_id = ${accountId} and read_at is null and kind = any(${INBOX_KINDS})
      limit ${COUNTED_MAX}) counted`.execute(db)
  return rows[0]?.unread ?? 0
}
