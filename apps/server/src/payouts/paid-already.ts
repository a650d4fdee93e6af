import { sql } from 'kysely'
import type { Chain, Hash } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { changeWithdrawals } from './write-withdrawals.ts'

const AT_ONCE = 16

/** The vault has paid it, but our records do not say so. It is neither paid nor returned until the payment is found. */
export async function notePaid(db: Database, ids: readonly string[]): Promise<void> {
  await db.transaction().execute((tx) =>
    changeWithdrawals(tx, {
      set: sql`waits_for = 'vault_has_paid', look_at = now()`,
      where: sql`id = any(${ids}::bigint[]) and ended_at is null and waits_for is distinct from 'vault_has_paid'`,
    }),
  )
}

/** Asks the vault about every open withdrawal. For records that turn out to be older than the chain. */
export async function noteAllPaid(db: Database, chain: Chain): Promise<void> {
  const { rows } = await sql<{ id: string; payout_id: Hash }>`
    select id, payout_id from withdrawal
    where ended_at is null and waits_for is distinct from 'vault_has_paid' order by id`.execute(db)
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE)
    const isPaid = await Promise.all(some.map(({ payout_id: id }) => chain.isPaid(id)))
    const paid = some.filter((_, index) => isPaid[index]).map(({ id }) => id)
    if (paid.length > 0) await notePaid(db, paid)
  }
}
