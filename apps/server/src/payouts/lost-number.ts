import { sql } from 'kysely'
import type { Hash } from '../chain/chain.ts'
import type { Database, Reader } from '../db/database.ts'
import type { Owned } from './payout-owner.ts'
import { beginRecovery, describeForgotten } from './recovery.ts'

type Paid = Owned & { payoutId: Hash }

/** The vault has paid this number, whoever bears it: the member's next payout takes the one after. */
export async function keepLost(db: Reader, { payoutId, member, number }: Paid): Promise<void> {
  await db
    .insertInto('lost_payment')
    .values({ payout_id: payoutId, member_id: member, payout_number: number })
    .onConflict((known) => known.doNothing())
    .execute()
}

/**
 * The vault has paid a member's next number. Two operators may have booked that payment before anybody knew whose it
 * was: then the number is taken, and nothing else is wrong. Otherwise a recovery begins.
 */
export async function explainPaid(db: Database, paid: Paid): Promise<'booked' | 'forgotten'> {
  const { rows } = await sql`
    select from (${BOOKED_BY_HAND}) booked where payout_id = ${paid.payoutId}`.execute(db)
  if (rows.length === 0) {
    await beginRecovery(db, describeForgotten(paid))
    return 'forgotten'
  }
  await keepLost(db, paid)
  return 'booked'
}

/** Payouts that two operators have booked, and whose number nobody has. */
export async function readUnnumbered(db: Reader): Promise<Hash[]> {
  const { rows } = await sql<{ payout_id: Hash }>`
    select payout_id from (${BOOKED_BY_HAND}) booked
    where not exists (select from lost_payment lost where lost.payout_id = booked.payout_id)
      and not exists (select from withdrawal w where w.payout_id = booked.payout_id)`.execute(db)
  return rows.map(({ payout_id }) => payout_id)
}

const BOOKED_BY_HAND = sql`
  select t.payout_id from proposal p
  join reserve_transfer t on t.transaction = p.details ->> 'transaction' and t.ordinal = (p.details ->> 'ordinal')::int
  where p.kind = 'payment' and p.state = 'done' and t.payout_id is not null`
