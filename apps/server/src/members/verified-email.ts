import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { releaseHeldMails } from '../mail/outbox.ts'
import { recordActivity } from './activity.ts'

/** Somebody has opened what was mailed there. What waited for that leaves now. False if it was verified before. */
export async function markEmailVerified(tx: Tx, accountId: number): Promise<boolean> {
  const verified = await tx
    .updateTable('account')
    .set({ email_verified_at: sql<Date>`now()`, email_grace_until: null })
    .where('id', '=', accountId)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  await tx.deleteFrom('email_verification').where('account_id', '=', accountId).execute()
  if (!verified) return false
  await releaseHeldMails(tx, accountId)
  await recordActivity(tx, accountId, 'Security', 'Your e-mail address was verified')
  return true
}
