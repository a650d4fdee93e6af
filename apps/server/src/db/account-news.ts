import { sql, type RawBuilder } from 'kysely'
import type { Tx } from './database.ts'

/** Names the account and the change, so that screens without it refetch. */
export const ACTIVITY_CHANNEL = 'activity'

/** For the `select` of a statement that changes something of the account in this column. */
export const notifyAccount = (column: string): RawBuilder<unknown> =>
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
