import { usd } from '@trefoil/core/money'
import { tokenAmount } from '@trefoil/core/deposits/plan-deposit'
import { sql } from 'kysely'
import type { Chain, Hash, Receipt } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { violates } from '../db/violations.ts'
import type { Ledger } from '../ledger/batch.ts'
import { readAttempts, readOpenSendings, type Attempt, type OpenSending } from './attempt.ts'
import { withdrawalPaid } from './end.ts'
import { concludeAttestation } from './settle-attestation.ts'
import { concludeSweep } from './settle-sweep.ts'
import { stopSigner } from './signer.ts'

export type SettleContext = { db: Database; chain: Chain; ledger: Ledger }

/**
 * An open sending. `mined`: in the chain, but not final. `taken`: a transaction with its nonce is, and which one has to
 * be seen. `foreign`: somebody else's has its nonce for good. `waiting`: nothing has its nonce.
 */
export type Unsettled = {
  sending: OpenSending
  attempts: readonly Attempt[]
  place: 'mined' | 'taken' | 'foreign' | 'waiting'
}

/** Books what is final, whether or not the signer may send. Returns what is still open, by nonce. */
export async function settleMined(context: SettleContext): Promise<Unsettled[]> {
  const { db, chain } = context
  const sendings = await readOpenSendings(db, chain.signer)
  if (sendings.length === 0) return []
  const attempts = await readAttempts(db, chain.signer)
  // Read before any receipt. A receipt up to this block is then final, and a final nonce without a receipt of ours was
  // used by somebody else.
  const final = await chain.finalized()
  const nonces = { final: await chain.nonceAt(final.number), latest: await chain.nonceAt('latest') }
  const looked = await Promise.all(
    sendings.map(async (sending): Promise<Unsettled[]> => {
      const ours = attempts.get(sending.nonce) ?? []
      const receipt = await findReceipt(chain, ours)
      if (!receipt) return [{ sending, attempts: ours, place: await placeOf(chain, { sending, ours, nonces }) }]
      if (receipt.block.number > final.number) return [{ sending, attempts: ours, place: 'mined' }]
      await conclude(context, sending, receipt)
      return []
    }),
  )
  return looked.flat()
}

type Unmined = { sending: OpenSending; ours: readonly Attempt[]; nonces: { final: number; latest: number } }

async function placeOf(chain: Chain, { sending, ours, nonces }: Unmined): Promise<Unsettled['place']> {
  if (nonces.final > sending.nonce && !(await isSeenMined(chain, ours))) return 'foreign'
  return nonces.latest > sending.nonce ? 'taken' : 'waiting'
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
  if (sending.kind === 'attestation') await concludeAttestation(context, sending, receipt)
  else if (sending.kind === 'sweep') await concludeSweep(context.db, sending, receipt)
  else if (!receipt.isSuccess) await markReverted(context.db, sending, receipt)
  else await confirmPayment(context, sending, receipt)
}

export type Asked = {
  id: string
  member_id: number
  amount: string
  reference: string
  address: string
  payout_id: Hash
  payout_number: number | null
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
    return stopSigner(db, chain.signer, why)
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
    transfer !== undefined &&
    chain.vaults.includes(transfer.from) &&
    transfer.to === asked.address &&
    transfer.value === value &&
    morePayouts.length + moreTransfers.length === 0
  )
}

const markReverted = (db: Database, { signer, nonce }: OpenSending, { transaction, feePaid }: Receipt) =>
  sql`
    update sending set state = 'reverted', transaction = ${transaction}, fee_paid = ${String(feePaid)}, ended_at = now()
    where signer = ${signer} and nonce = ${String(nonce)} and state = 'open'`.execute(db)
