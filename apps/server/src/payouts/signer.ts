import { sql } from 'kysely'
import type { Address, Chain } from '../chain/chain.ts'
import type { Database, Tx } from '../db/database.ts'
import { noteAllPaid } from './paid-already.ts'

/** Something happened under the signer's name that we did not do, or cannot explain: nothing is sent any more. */
class SignerStopped extends Error {}

/** The first one came with the installation. Whoever exchanges the key file later needs two operators as well. */
const NEW_SIGNER = 'This signer is new: two operators have to let it send'

/**
 * Before any new nonce: the chain must not know more of our transactions than we do. A database that lost its tail,
 * or a key that somebody else uses, shows here.
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
    // Among them may be payments that our records lost. Once the signer is stopped, nobody looks here again.
    await noteAllPaid(db, chain)
    const why = `The chain has ${used} transactions of the signer, and we sent ${row.next_nonce}`
    await stopSigner(db, chain.signer, why)
  }
}

/** Until two operators have understood it, and let it go on. */
export async function stopSigner(db: Database, signer: Address, why: string): Promise<never> {
  await sql`
    update signer set stopped = ${why}, stopped_at = now() where address = ${signer} and stopped is null`.execute(db)
  throw new SignerStopped(why)
}

/** Holds the signer's row until the transaction ends: nonces are given out by one at a time, without a gap. */
export async function takeNonces(tx: Tx, signer: Address, count: number): Promise<bigint> {
  const { rows } = await sql<{ first: string }>`
    update signer set next_nonce = next_nonce + ${count} where address = ${signer} and stopped is null
    returning next_nonce - ${count} as first`.execute(tx)
  if (!rows[0]) throw new SignerStopped('The signer is stopped')
  return BigInt(rows[0].first)
}
