import { sql } from 'kysely'
import type { Chain, Receipt } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import type { OpenSending } from './attempt.ts'
import { settleStored } from './attest.ts'

/** What the contract stored counts, not that a transaction succeeded. A refused posting is tried again. */
export async function concludeAttestation(
  context: { db: Database; chain: Chain },
  { signer, nonce, epoch }: OpenSending,
  { transaction, feePaid, isSuccess }: Receipt,
): Promise<void> {
  if (epoch === null) throw new Error(`Nonce ${nonce} posts no epoch`)
  const isStored = await settleStored(context, epoch, { transaction, feePaid })
  await sql`
    update sending set state = ${isStored && isSuccess ? 'done' : 'reverted'}, transaction = ${transaction},
      fee_paid = ${String(feePaid)}, ended_at = now()
    where signer = ${signer} and nonce = ${String(nonce)} and state = 'open'`.execute(context.db)
}
