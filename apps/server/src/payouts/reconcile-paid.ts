import { usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import { ChainTrouble, type BlockRef, type Chain, type Hash, type Receipt } from '../chain/chain.ts'
import { violates } from '../db/violations.ts'
import { withdrawalFound } from './end.ts'
import { explainPaid, keepLost } from './lost-number.ts'
import { findRecorded, type RecordedPayment } from './recorded-payment.ts'
import { paysExactly, type Asked, type SettleContext } from './settle.ts'
import { stopSigner } from './signer.ts'
import { changeWithdrawals, type Evidence } from './write-withdrawals.ts'

const AT_ONCE = 16
/** How many ranges of blocks are searched backwards for a payment: months of them. */
const RANGES_MAX = 10_000

/**
 * Books payments by the vault that our records do not know, by the vault's own log, once it is final. Where nodes have
 * dropped the receipt, the recorded transfer is enough. Returns what could not be found.
 */
export async function settleFound(context: SettleContext): Promise<string | undefined> {
  const { db, chain } = context
  const { rows } = await sql<Asked & { is_open: boolean }>`
    select *, exists (select from sending where withdrawal_id = w.id and state = 'open') as is_open from withdrawal w
    where waits_for = 'vault_has_paid' and ended_at is null
    order by is_open, id limit ${AT_ONCE}`.execute(db)
  if (rows.length === 0) return undefined
  const final = await chain.finalized()
  let trouble: string | undefined
  for (const asked of rows) {
    if (await chain.isPaid(asked.payout_id, final.number)) {
      // An open sending is settled by its receipt.
      const missing = asked.is_open ? undefined : await book(context, asked, final)
      trouble ??= missing
    } else if (!(await chain.isPaid(asked.payout_id))) await lookAgain(context, asked)
  }
  return trouble
}

async function book(context: SettleContext, asked: Asked, final: BlockRef): Promise<string | undefined> {
  const { db, chain, ledger } = context
  const recorded = await findRecorded(context, asked)
  const transaction = recorded?.transaction ?? (await findPayment(chain, asked.payout_id, final))
  const receipt = transaction && (await chain.receipt(transaction))
  const payment = receipt ? shownBy(chain, asked, receipt) : recorded?.isReceiptDropped && unsigned(recorded)
  if (!payment)
    return `The vault has paid ${asked.reference}, and its ${transaction ? 'receipt' : 'log'} cannot be read`
  if (!payment.isExact) {
    if (asked.payout_number !== null) await renumber(context, asked, asked.payout_number)
    else
      await stopSigner(db, chain.signer, `Transaction ${transaction} did something other than pay ${asked.reference}`)
    return undefined
  }
  const held = { id: asked.id, member: asked.member_id, amount: usd(BigInt(asked.amount)), reference: asked.reference }
  try {
    await ledger.post(withdrawalFound, { ...held, ...payment.evidence })
  } catch (error) {
    // Two operators had booked it before the withdrawal took its number.
    if (violates(error, 'payment_booked_once') && asked.payout_number !== null)
      await renumber(context, asked, asked.payout_number)
    // Already booked: the ledger posts a reference once.
    else if (!violates(error, 'same_reference_is_posted_once')) throw error
  }
  return undefined
}

type Payment = { isExact: boolean; evidence: Evidence }

function shownBy(chain: Chain, asked: Asked, receipt: Receipt): Payment {
  const { transaction, from: signer, feePaid, block } = receipt
  return {
    isExact: paysExactly(chain, asked, receipt),
    evidence: { transaction, ordinal: 0, signer, block: block.number, feePaid },
  }
}

const unsigned = ({ isExact, transaction, ordinal, block }: RecordedPayment): Payment => ({
  isExact,
  evidence: { transaction, ordinal, signer: null, block, feePaid: null },
})

/**
 * The vault has paid something else under its number, before the database was set back. That is booked by itself, and
 * this withdrawal takes the next number.
 */
async function renumber({ db }: SettleContext, asked: Asked, number: number): Promise<void> {
  const { id, member_id: member, payout_id: payoutId } = asked
  await explainPaid(db, { payoutId, member, number })
  await db.transaction().execute(async (tx) => {
    await keepLost(tx, { payoutId, member, number })
    await changeWithdrawals(tx, {
      set: sql`payout_id = null, payout_number = null, waits_for = null,
        look_at = case when w.state in ('requested', 'approved') then now() end`,
      where: sql`id = ${id} and waits_for = 'vault_has_paid' and ended_at is null`,
    })
  })
}

/** A reorganisation removed the payment before it was final. */
const lookAgain = ({ db }: SettleContext, { id }: Asked) =>
  db.transaction().execute((tx) =>
    changeWithdrawals(tx, {
      set: sql`waits_for = null, look_at = case when w.state in ('requested', 'approved') then now() end`,
      where: sql`id = ${id} and waits_for = 'vault_has_paid' and ended_at is null`,
    }),
  )

/** From the newest block backwards: a restored database lacks the latest payments. */
async function findPayment(chain: Chain, id: Hash, final: BlockRef): Promise<Hash | undefined> {
  let size = BigInt(chain.rangeMax)
  let to = final.number
  for (let ranges = 0; to >= 0n && ranges < RANGES_MAX; ranges += 1) {
    const from = to - size + 1n > 0n ? to - size + 1n : 0n
    try {
      const found = await chain.payment(id, { from, to })
      if (found) return found
      to = from - 1n
    } catch (error) {
      if (!(error instanceof ChainTrouble && error.kind === 'range') || size <= 1n) throw error
      size /= 2n
    }
  }
  return undefined
}
