import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** What an account's history tells besides money. */
export type ActivityType = 'Joined' | 'Referral' | 'Security' | 'Profile' | 'Deposit'

/** Names the account, so that its open screens look again. */
export const ACTIVITY_CHANNEL = 'activity'

/** Something of theirs is different now, and nothing is to be remembered of it. */
export async function tellAccounts(tx: Tx, accountIds: readonly number[]): Promise<void> {
  if (accountIds.length === 0) return
  await sql`
    select pg_notify(${ACTIVITY_CHANNEL}, account::text) from unnest(${accountIds}::int[]) as account`.execute(tx)
}

/** Part of the transaction of what it tells. */
export async function recordActivity(tx: Tx, accountId: number, type: ActivityType, description: string) {
  await sql`
    with noted as (
      insert into activity (account_id, type, description) values (${accountId}, ${type}, ${description})
      returning account_id
    )
    select pg_notify(${ACTIVITY_CHANNEL}, account_id::text) from noted`.execute(tx)
}
