import type { readNotifications } from '@trefoil/contract/notifications'
import type { BodyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { notifyAccounts } from '../db/account-news.ts'
import { countUnread } from '../mail/unread.ts'
import { openMark, type InboxContext } from './read-inbox.ts'

/**
 * Some, or all up to the newest that the member has seen: what came meanwhile stays unread. Returns how many are unread
 * then. Others' are as if they did not exist.
 */
export async function markRead(
  { db, keyring }: InboxContext,
  accountId: number,
  { ids, up_to: mark }: BodyOf<typeof readNotifications>,
): Promise<number> {
  if ((ids === undefined) === (mark === undefined))
    throw new Refusal('invalid_request', 'Name the notifications by `ids` or by `up_to`.')
  const chosen =
    mark === undefined
      ? sql`reference = any(${ids}::uuid[])`
      : sql`id <= ${openMark(keyring, accountId, mark) ?? '0'}::bigint`
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      update mail_outbox set read_at = now() where account_id = ${accountId} and read_at is null and ${chosen}
      returning id`.execute(tx)
    // The member's other windows show it, too.
    if (rows.length > 0) await notifyAccounts(tx, [accountId])
    return countUnread(tx, accountId)
  })
}
