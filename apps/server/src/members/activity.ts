import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/database.ts'

/** What an account's history shows besides money. */
export type ActivityType = 'Joined' | 'Referral' | 'Security' | 'Profile' | 'Deposit'

/** Names the account and the change, so that screens without it refetch. */
export const ACTIVITY_CHANNEL = 'activity'

/** For the `select` of a statement that changes something of the account in this column. */
const notifyAccount = (column: string): RawBuilder<unknown> =>
  sql`pg_notify(${ACTIVITY_CHANNEL}, ${sql.ref(column)} || ' ' || pg_current_xact_id())`

export function readActivityNotice(payload: string): { account: number; change: string | undefined } {
  const [account, change] = payload.split(' ')
  return { account: Number(account), change }
}

/** Something of theirs has changed, without an entry in their history. */
export async function notifyAccounts(tx: Tx, accountIds: readonly number[]): Promise<void> {
  if (accountIds.length === 0) return
  await sql`
    select ${notifyAccount('account')} from unnest(${accountIds}::int[]) as account`.execute(tx)
}

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
