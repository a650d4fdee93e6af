import type { Reason } from '@trefoil/core/ledger/journal'
import type { Database } from '../db/database.ts'
import type { RequestKey } from './request-key.ts'

/** A repeated key has no second effect, so it needs no second code. */
export async function isRepeat(db: Database, key: RequestKey | undefined, reason: Reason): Promise<boolean> {
  if (key === undefined) return false
  const row = await db
    .selectFrom('journal')
    .select('id')
    .where('source_member', '=', key.member)
    .where('reason', '=', reason)
    .where('idempotency_key', '=', key.key)
    .executeTakeFirst()
  return row !== undefined
}
