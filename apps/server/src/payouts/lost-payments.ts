import { receivedFrom } from '@trefoil/core/deposits/plan-deposit'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Chain, Hash, Receipt } from '../chain/chain.ts'
import type { Reader } from '../db/database.ts'
import { violates } from '../db/violations.ts'
import { withdrawalFound } from './end.ts'
import { foundPayment, type FoundPayment } from './found-payment.ts'
import { findOwners, type Owned } from './payout-owner.ts'
import type { Recovery } from './recovery.ts'
import type { SettleContext } from './settle.ts'
import { readUnbooked, type UnbookedPayment } from './unbooked.ts'

/**
 * Books payments that the database has forgotten and whose id proves whose they are. They end the withdrawal that asked
 * for them, if that one is still known; otherwise they are booked as withdrawals of their own. What the member's balance
 * does not cover is left to two operators.
 */
export async function settleLost(context: SettleContext, recovery: Recovery): Promise<void> {
  const { db, chain } = context
  const lost = await readUnbooked(db, chain)
  const ownerless = lost.flatMap(({ payoutId, owner }) => (payoutId !== null && owner === null ? [payoutId] : []))
  const owners = await findOwners(db, ownerless, recovery)
  for (const payment of lost) {
    const { payoutId, owner } = payment
    const owned = owner ?? (payoutId === null ? undefined : owners.get(payoutId))
    if (payoutId !== null && owned) await bookLost(context, { ...payment, payoutId }, owned)
  }
}

type LostPayout = UnbookedPayment & { payoutId: Hash }

async function bookLost(context: SettleContext, payout: LostPayout, owned: Owned): Promise<void> {
  const { chain, ledger, db } = context
  const receipt = await chain.receipt(payout.transaction)
  if (!receipt || !shows(receipt, payout, chain)) return
  const { transaction, ordinal, payoutId, amount, recipient: address } = payout
  const evidence = { transaction, ordinal, signer: receipt.from, block: receipt.block.number, feePaid: receipt.feePaid }
  const payment: FoundPayment = { ...owned, ...evidence, payoutId, amount, address }
  try {
    const asked = await findAsked(db, payment)
    if (asked) await ledger.post(withdrawalFound, { ...payment, ...asked })
    else await ledger.post(foundPayment, payment)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'insufficient_funds') await keepLost(db, { payoutId, ...owned })
    // The withdrawal ended at this moment, or another process has booked the payment: the next look knows.
    else if (!violates(error, 'same_reference_is_posted_once') && !violates(error, 'payout_id_taken')) throw error
  }
}

/** The very payment that the vault announced, in an amount that the books can hold. */
function shows(receipt: Receipt, { payoutId, sender, recipient, value }: LostPayout, { decimals }: Chain): boolean {
  return (
    receipt.isSuccess &&
    receipt.payouts.some(({ id, to, amount }) => id === payoutId && to === recipient && amount === value) &&
    receipt.transfers.some(({ from, to, value: sent }) => from === sender && to === recipient && sent === value) &&
    receivedFrom(value, decimals).remainder === 0n
  )
}

/** An open withdrawal of exactly this payment that has no number yet. Of several alike, the one furthest along. */
async function findAsked(
  db: Reader,
  { member, amount, address }: Pick<FoundPayment, 'member' | 'amount' | 'address'>,
): Promise<{ id: string; reference: string } | undefined> {
  const { rows } = await sql<{ id: string; reference: string }>`
    select id, reference from withdrawal w
    where member_id = ${member} and amount = ${String(amount)} and address = ${address} and ended_at is null
      and payout_id is null and not exists (select from sending where withdrawal_id = w.id and state = 'open')
    order by array_position(array['claimed', 'failed', 'approved', 'requested'], state), id limit 1`.execute(db)
  return rows[0]
}

/** The vault has paid this number, whoever bears it: the member's next payout takes the one after. */
export async function keepLost(db: Reader, { payoutId, member, number }: Owned & { payoutId: Hash }): Promise<void> {
  await db
    .insertInto('lost_payment')
    .values({ payout_id: payoutId, member_id: member, payout_number: number })
    .onConflict((known) => known.doNothing())
    .execute()
}
