import { sql } from 'kysely'
import type { Address, Chain } from '../chain/chain.ts'
import type { Database, Tx } from '../db/database.ts'

/** An operator stopped it, it is new, or a transaction of it did what nobody can explain: nothing more is sent. */
class SignerStopped extends Error {}

/** The first signer comes with the installation. Replacing it later takes two operators. */
const NEW_SIGNER = 'This signer is new: two operators have to let it send'

/** Registers the signer when it is first seen. Returns the nonce that it would take next, and why it is stopped. */
export async function readSigner(db: Database, chain: Chain): Promise<{ nextNonce: bigint; stopped: string | null }> {
  const find = () =>
    db.selectFrom('signer').select(['next_nonce', 'stopped']).where('address', '=', chain.signer).executeTakeFirst()
  const row = (await find()) ?? (await register(db, chain), await find())
  if (!row) throw new Error(`There is no signer ${chain.signer}`)
  return { nextNonce: BigInt(row.next_nonce), stopped: row.stopped }
}

async function register(db: Database, chain: Chain): Promise<void> {
  const used = await chain.nonceAt('latest')
  await sql`
    insert into signer (address, first_nonce, next_nonce, stopped, stopped_at)
    select ${chain.signer}, ${used}, ${used}, case when count(*) > 0 then ${NEW_SIGNER} end,
      case when count(*) > 0 then now() end
    from signer
    on conflict do nothing`.execute(db)
}

/** Runs before anything is sent. */
export async function requireSending(db: Database, chain: Chain): Promise<void> {
  const { stopped } = await readSigner(db, chain)
  if (stopped !== null) throw new SignerStopped(stopped)
}

/** Until two operators let it continue. What it has sent is settled all the same. */
export async function stopSigner(db: Database, signer: Address, why: string): Promise<void> {
  await sql`
    update signer set stopped = ${why}, stopped_at = now() where address = ${signer} and stopped is null`.execute(db)
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
