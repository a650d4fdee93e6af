import { tokenAmount } from '@trefoil/core/deposits/plan-deposit'
import type { MemberId } from '@trefoil/core/ledger/account'
import type { Usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Address, Chain, Hash } from '../chain/chain.ts'
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

type Asking = { member: MemberId; address: Address; amount: Usd }

/** Whether a payment to the member that was found, and that nobody has booked yet, may be what a withdrawal asks for. */
export async function mayBeLost(
  { db, chain }: { db: Reader; chain: Chain },
  { member, address, amount }: Asking,
): Promise<boolean> {
  const value = String(tokenAmount(amount, chain.decimals))
  const { rows } = await sql`
    select from lost_payment lost where member_id = ${member}
      and not exists (select from withdrawal w where w.payout_id = lost.payout_id)
      and not exists (select from (${BOOKED_BY_HAND}) booked where booked.payout_id = lost.payout_id)
      -- One that is not recorded yet may be anything.
      and not exists (select from reserve_transfer t
        where t.payout_id = lost.payout_id and (t.recipient <> ${address} or t.value <> ${value}))
    limit 1`.execute(db)
  return rows.length > 0
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
