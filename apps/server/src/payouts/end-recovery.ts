import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { Database, Tx } from '../db/database.ts'
import { readProgress } from './recovery-progress.ts'
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
  const { final, unread } = await readProgress(context, recovery)
  if (unread !== undefined) throw new Refusal('wrong_state', `${unread}: try again later.`)
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
