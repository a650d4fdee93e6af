import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/**
 * For whatever changes what protects an account. The balance first, as the ledger does: what it decides upon, such as a
 * security hold, counts the balance's version up, and two who lock in different orders wait for each other.
 */
export async function lockAccount(tx: Tx, accountId: number): Promise<void> {
  await sql`select from member_balance where member_id = ${accountId} for no key update`.execute(tx)
  await lockAccountAlone(tx, accountId)
}

/**
 * For whatever only needs it to stay as it is, or changes rows that are the account's: always before those. New rows may
 * refer to it meanwhile.
 */
export async function lockAccountAlone(tx: Tx, accountId: number): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}
