import { receivedFrom } from '@trefoil/core/deposits/plan-deposit'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Chain, Hash, Receipt } from '../chain/chain.ts'
import type { Reader } from '../db/database.ts'
import { violates } from '../db/violations.ts'
import { withdrawalFound } from './end.ts'
import { foundPayment, type FoundPayment } from './found-payment.ts'
import { keepLost, readUnnumbered } from './lost-number.ts'
import { findOwners, type Owned } from './payout-owner.ts'
import type { Recovery } from './recovery.ts'
import type { SettleContext } from './settle.ts'
import { readUnbooked, type UnbookedPayment } from './unbooked.ts'

/**
 * Books payments that the database has forgotten and whose id proves whose they are. They end the withdrawal that asked
 * for them, if that one is still known; otherwise they are booked as withdrawals of their own. What the member's balance
 * does not cover, or has no receipt any more, is left to two operators. The number is kept in any case, also where they
 * have booked the payment before its owner was found.
 */
export async function settleLost(context: SettleContext, recovery: Recovery): Promise<void> {
  const { db, chain } = context
  const lost = await readUnbooked(db, chain)
  const ownerless = lost.flatMap(({ payoutId, owner }) => (payoutId !== null && owner === null ? [payoutId] : []))
  const owners = await findOwners(db, [...ownerless, ...(await readUnnumbered(db))], recovery)
  for (const [payoutId, owned] of owners) await keepLost(db, { payoutId, ...owned })
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
    // Left to two operators; or the withdrawal ended at this moment, or the payment was booked: the next look knows.
    const isCovered = !(error instanceof Refusal && error.code === 'insufficient_funds')
    if (isCovered && !BOOKED_SINCE.some((constraint) => violates(error, constraint))) throw error
  }
}

const BOOKED_SINCE = ['same_reference_is_posted_once', 'payout_id_taken', 'payment_booked_once']

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
