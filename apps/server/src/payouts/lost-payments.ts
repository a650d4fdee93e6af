import { receivedFrom } from '@trefoil/core/deposits/plan-deposit'
import { Refusal } from '@trefoil/core/refusal'
import type { Chain, Hash, Receipt } from '../chain/chain.ts'
import { violates } from '../db/violations.ts'
import { findAsked, type AskedFor } from './asked-for.ts'
import { withdrawalFound } from './end.ts'
import { foundPayment, type FoundPayment } from './found-payment.ts'
import { keepLost, readUnnumbered } from './lost-number.ts'
import { findOwners, type Owned } from './payout-owner.ts'
import { findRecorded } from './recorded-payment.ts'
import type { Recovery } from './recovery.ts'
import type { SettleContext } from './settle.ts'
import { readUnbooked, type UnbookedPayment } from './unbooked.ts'

/**
 * Books payments that the database has forgotten and whose id proves whose they are. They end the withdrawal that asked
 * for them, if that one is still known; otherwise they are booked as withdrawals of their own, or left to two operators
 * where the member's balance does not cover them, or there is no receipt any more. The number is kept in any case, also
 * where they have booked the payment before its owner was found. False: one waits for its receipt.
 */
export async function settleLost(context: SettleContext, recovery: Recovery): Promise<boolean> {
  const { db, chain } = context
  const lost = await readUnbooked(db, chain)
  const ownerless = lost.flatMap(({ payoutId, owner }) => (payoutId !== null && owner === null ? [payoutId] : []))
  const owners = await findOwners(db, [...ownerless, ...(await readUnnumbered(db))], recovery)
  for (const [payoutId, owned] of owners) await keepLost(db, { payoutId, ...owned })
  let isSettled = true
  for (const payment of lost) {
    const { payoutId, owner } = payment
    const owned = owner ?? (payoutId === null ? undefined : owners.get(payoutId))
    if (payoutId === null || !owned) continue
    const isDone = await bookLost(context, { ...payment, payoutId }, owned)
    isSettled &&= isDone
  }
  return isSettled
}

type LostPayout = UnbookedPayment & { payoutId: Hash }

/** False: a provider may still have its receipt. */
async function bookLost(context: SettleContext, payout: LostPayout, owned: Owned): Promise<boolean> {
  const { db, chain } = context
  const { transaction, ordinal, block, payoutId, amount, recipient: address } = payout
  const found = { ...owned, transaction, ordinal, payoutId, amount, address }
  const asked = await findAsked(db, found)
  const receipt = await chain.receipt(transaction)
  try {
    if (receipt && shows(receipt, payout, chain)) await bookSeen(context, { found, asked, receipt })
    if (!receipt && !(await isReceiptDropped(context, payout))) return false
    if (!receipt && asked)
      await context.ledger.post(withdrawalFound, { ...found, signer: null, block, feePaid: null, ...asked })
  } catch (error) {
    // Left to two operators; or the withdrawal ended at this moment, or the payment was booked: the next look knows.
    const isCovered = !(error instanceof Refusal && error.code === 'insufficient_funds')
    if (isCovered && !BOOKED_SINCE.some((constraint) => violates(error, constraint))) throw error
  }
  return true
}

type Seen = {
  found: Omit<FoundPayment, 'signer' | 'block' | 'feePaid'>
  asked: AskedFor | undefined
  receipt: Receipt
}

async function bookSeen({ ledger }: SettleContext, { found, asked, receipt }: Seen): Promise<void> {
  const payment = { ...found, signer: receipt.from, block: receipt.block.number, feePaid: receipt.feePaid }
  if (asked) await ledger.post(withdrawalFound, { ...payment, ...asked })
  else await ledger.post(foundPayment, payment)
}

async function isReceiptDropped(context: SettleContext, { payoutId, recipient, amount }: LostPayout): Promise<boolean> {
  const asked = { payout_id: payoutId, address: recipient, amount: String(amount) }
  const recorded = await findRecorded(context, asked)
  return recorded !== undefined && recorded.isExact && recorded.isReceiptDropped
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
