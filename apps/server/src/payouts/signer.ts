import { sql } from 'kysely'
import type { Address, Chain } from '../chain/chain.ts'
import type { Database, Tx } from '../db/database.ts'
import { noteAllPaid } from './paid-already.ts'

/** The chain has transactions of the signer that we did not send or cannot explain: nothing more is sent. */
class SignerStopped extends Error {}

/** The first signer comes with the installation. Replacing it later takes two operators. */
const NEW_SIGNER = 'This signer is new: two operators have to let it send'

/**
 * Runs before any new nonce: the chain must not know more of our transactions than we do. It does after a restore, or
 * if somebody else uses the key.
 */
export async function reconcileSigner(db: Database, chain: Chain): Promise<void> {
  const used = await chain.nonceAt('latest')
  await sql`
    insert into signer (address, first_nonce, next_nonce, stopped, stopped_at)
    select ${chain.signer}, ${used}, ${used}, case when count(*) > 0 then ${NEW_SIGNER} end,
      case when count(*) > 0 then now() end
    from signer
    on conflict do nothing`.execute(db)
  const row = await db
    .selectFrom('signer')
    .select(['next_nonce', 'stopped'])
    .where('address', '=', chain.signer)
    .executeTakeFirstOrThrow()
  if (row.stopped !== null) throw new SignerStopped(row.stopped)
  if (BigInt(used) > BigInt(row.next_nonce)) {
    // They may include payments that our records lost. This is the last chance to find them before the signer stops.
    await noteAllPaid(db, chain)
    const why = `The chain has ${used} transactions of the signer, but we sent ${row.next_nonce}`
    await stopSigner(db, chain.signer, why)
  }
}

/** Until two operators let it continue. */
export async function stopSigner(db: Database, signer: Address, why: string): Promise<never> {
  await sql`
    update signer set stopped = ${why}, stopped_at = now() where address = ${signer} and stopped is null`.execute(db)
  throw new SignerStopped(why)
}

/**
 * Locks the signer's row until the transaction ends, so that nonces are taken one process at a time and without gaps.
 */
export async function takeNonces(tx: Tx, signer: Address, count: number): Promise<bigint> {
  const { rows } = await sql<{ first: string }>`
    update signer set next_nonce = next_nonce + ${count} where address = ${signer} and stopped is null
    returning next_nonce - ${count} as first`.execute(tx)
  if (!rows[0]) throw new SignerStopped('The signer is stopped')
  return BigInt(rows[0].first)
}
