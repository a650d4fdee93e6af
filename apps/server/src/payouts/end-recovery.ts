import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { Database, Tx } from '../db/database.ts'
import { readRecovery, type Recovery } from './recovery.ts'
import { handOverSigner, readSignerHandover, type SignerHandover } from './signer-handover.ts'
import { readUnbooked } from './unbooked.ts'

type Context = { db: Database; chain: Chain }

/** Refuses while something may still be unknown. Returns where the signer goes on. */
export async function requireRecovered(
  context: Context,
): Promise<{ recovery: Recovery; handOverSigner: SignerHandover }> {
  const { db, chain } = context
  const recovery = await readRecovery(db)
  if (!recovery) throw new Refusal('wrong_state', 'No recovery is under way.')
  const final = await requireRead(context, recovery)
  const unbooked = await readUnbooked(db, chain)
  if (unbooked.length > 0)
    throw new Refusal(
      'wrong_state',
      unbooked.length === 1
        ? 'One payment is not booked yet: book it first.'
        : `${unbooked.length} payments are not booked yet: book them first.`,
    )
  const { rows } = await sql<{ reference: string }>`
    select reference from withdrawal where waits_for = 'vault_has_paid' and ended_at is null limit 1`.execute(db)
  if (rows[0])
    throw new Refusal(
      'wrong_state',
      `The payment of ${rows[0].reference} is not booked yet: the payout worker says why, or try again shortly.`,
    )
  return { recovery, handOverSigner: await readSignerHandover(context, final) }
}

/** Everything that was final when the recovery was noticed has to be in our records. Returns how far they go. */
async function requireRead({ db, chain }: Context, { untilBlock }: Recovery): Promise<bigint> {
  if (untilBlock === null)
    throw new Refusal('wrong_state', 'The payout worker has not looked at the chain yet: try again shortly.')
  const scan = await db.selectFrom('scan').select('final').where('chain_id', '=', chain.id).executeTakeFirst()
  const final = BigInt(scan?.final ?? -1)
  if (final < untilBlock)
    throw new Refusal('wrong_state', `The chain is read up to block ${final} of ${untilBlock}: try again later.`)
  const { rows } = await sql`
    select from reserve_account where chain_id = ${chain.id} and recorded_from > history_from limit 1`.execute(db)
  if (rows.length > 0)
    throw new Refusal('wrong_state', 'Earlier transfers of vault and treasury are still being read: try again later.')
  return final
}

type Ended = { recovery: number; handOverSigner: SignerHandover; proposal: number }

/** The chain may have moved on since two operators agreed: the next look begins a new one then. */
export async function endRecovery(
  tx: Tx,
  { signer }: Chain,
  { recovery, handOverSigner: accepted, proposal }: Ended,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery')
    .set({ ended_at: sql<Date>`now()`, proposal_id: proposal })
    .where('id', '=', recovery)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Refusal('wrong_state', 'This recovery has ended already.')
  await handOverSigner(tx, signer, accepted)
}
