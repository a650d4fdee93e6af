import { usd } from '@trefoil/core/money'
import { tokenAmount } from '@trefoil/core/deposits/plan-deposit'
import { sql } from 'kysely'
import { ChainTrouble, type BroadcastAdvice, type Chain, type Fees, type Hash, type Receipt } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { violates } from '../db/violations.ts'
import type { Ledger } from '../ledger/batch.ts'
import { attempt, readAttempts, readOpenSendings, send, type Attempt, type OpenSending } from './attempt.ts'
import { withdrawalPaid } from './end.ts'
import { stopSigner } from './signer.ts'

/**
 * `stuckMs`: how long an accepted attempt may wait before its fee is raised. `resendMs`: how often it is sent again.
 */
export type Pace = { stuckMs: number; resendMs: number }

export type SettleContext = { db: Database; chain: Chain; ledger: Ledger; pace: Pace }

/** The chain's state, read once for all sendings of a look. */
type Standing = { final: bigint; noncesFinal: bigint; noncesLatest: bigint }

/** Settles or re-sends every open sending. Returns what is wrong. */
export async function settleOpen(context: SettleContext): Promise<{ open: number; trouble: string | undefined }> {
  const { db, chain } = context
  const sendings = await readOpenSendings(db, chain.signer)
  if (sendings.length === 0) return { open: 0, trouble: undefined }
  const attempts = await readAttempts(db, chain.signer)
  // Read before any receipt. A receipt up to this block is then final, and a final nonce without a receipt of ours was
  // used by somebody else.
  const final = await chain.finalized()
  const standing = {
    final: final.number,
    noncesFinal: BigInt(await chain.nonceAt(final.number)),
    noncesLatest: BigInt(await chain.nonceAt('latest')),
  }
  const receipts = await Promise.all(sendings.map(({ nonce }) => findReceipt(chain, attempts.get(nonce) ?? [])))
  const isEnded = (receipt: Receipt | undefined) => receipt !== undefined && receipt.block.number <= standing.final
  await Promise.all(
    sendings.map(async (sending, index) => {
      const receipt = receipts[index]
      if (receipt && isEnded(receipt)) await conclude(context, sending, receipt)
    }),
  )
  const open = sendings.filter((_, index) => !isEnded(receipts[index]))
  let trouble: string | undefined
  // By nonce: a node takes none before its predecessor.
  for (const sending of open) {
    if (receipts[sendings.indexOf(sending)]) continue
    const found = await push(context, sending, attempts.get(sending.nonce) ?? [], standing)
    trouble ??= found
  }
  return { open: open.length, trouble }
}

const troubleIn = (advice: BroadcastAdvice | null): string | undefined =>
  advice && (advice.outcome === 'no_funds' || advice.outcome === 'refused' || advice.outcome === 'silent')
    ? `A transaction could not be sent (${advice.outcome}): ${advice.detail}`
    : undefined

/** Sends, re-sends or raises the fee of a sending that is not in the chain yet. Returns what is wrong. */
async function push(
  context: SettleContext,
  sending: OpenSending,
  attempts: readonly Attempt[],
  standing: Standing,
): Promise<string | undefined> {
  const { db, chain, pace } = context
  const newest = attempts[0]
  if (standing.noncesFinal > sending.nonce && !(await isSeenMined(chain, attempts))) {
    await stopSigner(db, chain.signer, `Nonce ${sending.nonce} was used by a transaction that is not ours`)
  }
  // Some transaction with this nonce is in the chain, but not final. Wait to see which one.
  if (standing.noncesLatest > sending.nonce) return undefined
  // No attempt is stored, so none was sent.
  if (!newest) return troubleIn(await attempt(context, sending, sending.fees))
  const isDue = newest.sentAgoMs === null || newest.sentAgoMs > pace.resendMs
  if (isTooCheap(newest, pace)) {
    const fees = await raisedFees(chain, newest)
    // Same nonce and payload, higher fee: at most one of them can be included.
    if (!(fees instanceof ChainTrouble)) return troubleIn(await attempt(context, sending, fees))
    if (isDue) await send(context, newest)
    return `Nonce ${sending.nonce} waits for a cheaper chain: ${fees.message}`
  }
  return troubleIn(isDue ? await send(context, newest) : newest.advice)
}

/**
 * A higher fee helps if a node has had it for long, or wants more; not if no node could be reached, or coins are short.
 */
const isTooCheap = ({ takenAgoMs, sentAgoMs, advice }: Attempt, { stuckMs, resendMs }: Pace): boolean =>
  advice?.outcome === 'underpriced'
    ? sentAgoMs !== null && sentAgoMs > resendMs
    : takenAgoMs !== null && takenAgoMs > stuckMs && troubleIn(advice) === undefined

/** Returns the trouble if they would exceed the limit. */
async function raisedFees(chain: Chain, { fees }: Attempt): Promise<Fees | ChainTrouble> {
  try {
    return await chain.fees(fees)
  } catch (error) {
    if (error instanceof ChainTrouble && error.kind === 'fees') return error
    throw error
  }
}

export async function findReceipt(chain: Chain, attempts: readonly Attempt[]): Promise<Receipt | undefined> {
  for (const { transaction } of attempts) {
    const receipt = await chain.receipt(transaction)
    if (receipt) return receipt
  }
  return undefined
}

/** A provider may know a block before it knows the block's receipts. */
export async function isSeenMined(chain: Chain, attempts: readonly Attempt[]): Promise<boolean> {
  for (const { transaction } of attempts) if ((await chain.sighting(transaction)) === 'mined') return true
  return false
}

export async function conclude(context: SettleContext, sending: OpenSending, receipt: Receipt): Promise<void> {
  if (!receipt.isSuccess) await markReverted(context.db, sending, receipt)
  else if (sending.kind === 'sweep') await markSwept(context.db, sending, receipt)
  else await confirmPayment(context, sending, receipt)
}

export type Asked = {
  id: string
  member_id: number
  amount: string
  reference: string
  address: string
  payout_id: Hash
}

/** Only exactly the expected payment ends a withdrawal. */
async function confirmPayment(
  { db, chain, ledger }: SettleContext,
  { signer, nonce, withdrawalId }: OpenSending,
  receipt: Receipt,
): Promise<void> {
  const { rows } = await sql<Asked>`select * from withdrawal where id = ${withdrawalId}`.execute(db)
  const [asked] = rows
  if (!asked) throw new Error(`There is no withdrawal ${withdrawalId}`)
  if (!paysExactly(chain, asked, receipt)) {
    const why = `Transaction ${receipt.transaction} did something other than pay ${asked.reference}`
    await stopSigner(db, chain.signer, why)
  }
  const held = { id: asked.id, member: asked.member_id, amount: usd(BigInt(asked.amount)), reference: asked.reference }
  await ledger
    .post(withdrawalPaid, { ...held, signer, nonce, transaction: receipt.transaction, feePaid: receipt.feePaid })
    .catch((error: unknown) => {
      // Already posted: the ledger posts a reference once.
      if (!violates(error, 'same_reference_is_posted_once')) throw error
    })
}

export function paysExactly(chain: Chain, asked: Asked, { isSuccess, payouts, transfers }: Receipt): boolean {
  const value = tokenAmount(usd(BigInt(asked.amount)), chain.decimals)
  const [payout, ...morePayouts] = payouts
  const [transfer, ...moreTransfers] = transfers
  return (
    isSuccess &&
    payout?.id === asked.payout_id &&
    payout.to === asked.address &&
    payout.amount === value &&
    transfer?.from === chain.vault &&
    transfer.to === asked.address &&
    transfer.value === value &&
    morePayouts.length + moreTransfers.length === 0
  )
}

const markReverted = (db: Database, { signer, nonce }: OpenSending, { transaction, feePaid }: Receipt) =>
  db.transaction().execute(async (tx) => {
    await sql`
      update sending set state = 'reverted', transaction = ${transaction}, fee_paid = ${String(feePaid)}, ended_at = now()
      where signer = ${signer} and nonce = ${String(nonce)} and state = 'open'`.execute(tx)
    // If it was a sweep, its deposits have not moved.
    await sql`
      update deposit set sweep_signer = null, sweep_nonce = null
      where sweep_signer = ${signer} and sweep_nonce = ${String(nonce)}`.execute(tx)
  })

const markSwept = (db: Database, { signer, nonce }: OpenSending, { transaction, feePaid }: Receipt) =>
  sql`
    update sending set state = 'done', transaction = ${transaction}, fee_paid = ${String(feePaid)}, ended_at = now()
    where signer = ${signer} and nonce = ${String(nonce)} and state = 'open'`.execute(db)
