import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Actor, OperatorContext } from './context.ts'

/** One person can stop a signer; two are needed to let it continue. */
export async function stopSignerByHand(
  { act }: OperatorContext,
  actor: Actor,
  { address, why }: { address: string; why: string },
): Promise<void> {
  await act({ ...actor, action: 'signer.stop', subject: address, why }, async (tx) => {
    const { rows } = await sql`
      update signer set stopped = ${`An operator stopped it: ${why}`}, stopped_at = now()
      where address = ${address} and stopped is null returning address`.execute(tx)
    if (rows.length === 0) throw new Refusal('wrong_state', 'There is no such signer, or it is already stopped.')
  })
}
