import { sql } from 'kysely'
import { notifyAccount } from '../db/account-news.ts'
import type { Tx } from '../db/database.ts'

/** What an account's history shows besides money. */
export type ActivityType = 'Joined' | 'Referral' | 'Security' | 'Profile' | 'Deposit'

/** In the transaction of what it describes. */
export async function recordActivity(
  tx: Tx,
  accountId: number,
  type: ActivityType,
  description: string,
  /** `member`: whom it names, so that erasure finds it. */
  metadata: { member?: number } = {},
) {
  await sql`
    with noted as (
      insert into activity (account_id, type, description, metadata)
      values (${accountId}, ${type}, ${description}, ${JSON.stringify(metadata)}::jsonb)
      returning account_id
    )
    select ${notifyAccount('account_id')} from noted`.execute(tx)
}
