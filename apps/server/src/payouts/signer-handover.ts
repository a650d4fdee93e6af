import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { Database, Tx } from '../db/database.ts'
import { readSigner } from './signer.ts'

/** Where the signer continues: after every nonce that the chain has, whether or not our records know it. */
export type SignerHandover = { nonce: number }

type Context = { db: Database; chain: Chain }

/** Up to a final block whose payments are known: nobody should agree to something that may still change. */
export async function readSignerHandover({ db, chain }: Context, final: bigint): Promise<SignerHandover> {
  const { used, next, isUnread } = await readNonces({ db, chain }, final)
  if (isUnread)
    throw new Refusal('wrong_state', 'The signer has transactions on the chain that are not final: try again shortly.')
  return { nonce: Math.max(used, next) }
}

/** Whether the signer has transactions on the chain, above a block that was read, that our records do not know. */
export const hasUnread = async (context: Context, final: bigint): Promise<boolean> =>
  (await readNonces(context, final)).isUnread

async function readNonces({ db, chain }: Context, final: bigint) {
  const [used, latest] = [await chain.nonceAt(final), await chain.nonceAt('latest')]
  const next = await readNextNonce({ db, chain })
  return { used, next, isUnread: latest > used && latest > next }
}

/** One sentence for the second operator; empty if there is nothing to take over. */
export async function describeSignerHandover(context: Context, { nonce }: SignerHandover): Promise<string> {
  const skipped = nonce - (await readNextNonce(context))
  return skipped > 0 ? `The signer then continues at nonce ${nonce}, after ${skipped} that only the chain knows` : ''
}

/** A signer that first paid after the backup is unknown until somebody asks. */
const readNextNonce = async ({ db, chain }: Context): Promise<number> => Number((await readSigner(db, chain)).nextNonce)

export async function handOverSigner(tx: Tx, signer: string, { nonce }: SignerHandover): Promise<void> {
  await sql`
    insert into nonce_gap (signer, first, last)
    select address, next_nonce, ${nonce}::bigint - 1 from signer where address = ${signer} and next_nonce < ${nonce}
    `.execute(tx)
  await sql`
    update signer set next_nonce = ${nonce} where address = ${signer} and next_nonce < ${nonce}`.execute(tx)
}
