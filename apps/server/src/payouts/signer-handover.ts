import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { Database, Tx } from '../db/database.ts'
import { endVoid, readAttempts, readOpenSendings } from './attempt.ts'
import { findReceipt, isSeenMined } from './settle.ts'

/**
 * What the chain knows of the signer that our records do not. `nonce`: where to continue. `foreign`: nonces of our open
 * sendings that other transactions have finally used, so that those sendings can never be included.
 */
export type SignerHandover = { nonce: number; foreign: number[] }

type Context = { db: Database; chain: Chain }

/** Final data only: nobody should agree to something that may still change. */
export async function readSignerHandover({ db, chain }: Context): Promise<SignerHandover> {
  // Read before any receipt: a final nonce without a receipt of ours was used by somebody else.
  const final = await chain.finalized()
  const [used, latest] = [await chain.nonceAt(final.number), await chain.nonceAt('latest')]
  const { next_nonce } = await db
    .selectFrom('signer')
    .select('next_nonce')
    .where('address', '=', chain.signer)
    .executeTakeFirstOrThrow()
  if (latest > used && latest > Number(next_nonce))
    throw new Refusal('wrong_state', 'The signer has transactions on the chain that are not final: try again shortly.')
  const attempts = await readAttempts(db, chain.signer)
  const foreign: number[] = []
  for (const { nonce } of await readOpenSendings(db, chain.signer)) {
    const ours = attempts.get(nonce) ?? []
    if (nonce >= BigInt(used) || (await findReceipt(chain, ours)) || (await isSeenMined(chain, ours))) continue
    foreign.push(Number(nonce))
  }
  return { nonce: Math.max(used, Number(next_nonce)), foreign }
}

/** One sentence for the second operator; empty if there is nothing to take over. */
export async function describeSignerHandover(
  { db, chain }: Context,
  { nonce, foreign }: SignerHandover,
): Promise<string> {
  const { next_nonce } = await db
    .selectFrom('signer')
    .select('next_nonce')
    .where('address', '=', chain.signer)
    .executeTakeFirstOrThrow()
  const skipped = nonce - Number(next_nonce)
  return [
    ...(skipped > 0 ? [`continues at nonce ${nonce}, after ${skipped} that only the chain knows`] : []),
    ...(foreign.length > 0 ? [`gives up nonce ${foreign.join(', ')}, which other transactions have used`] : []),
  ].join(', and ')
}

/** What had those nonces is tried again with new ones. The vault still pays each id once. */
export async function handOverSigner(tx: Tx, signer: string, { nonce, foreign }: SignerHandover): Promise<void> {
  for (const one of foreign) await endVoid(tx, { signer, nonce: BigInt(one) })
  await sql`
    insert into nonce_gap (signer, first, last)
    select address, next_nonce, ${nonce}::bigint - 1 from signer where address = ${signer} and next_nonce < ${nonce}
    `.execute(tx)
  await sql`
    update signer set next_nonce = ${nonce} where address = ${signer} and next_nonce < ${nonce}`.execute(tx)
}
