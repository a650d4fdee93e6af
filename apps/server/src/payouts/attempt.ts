import { sql } from 'kysely'
import type { Address, BroadcastAdvice, Chain, Fees, Hash, Hex } from '../chain/chain.ts'
import type { Database, Tx } from '../db/database.ts'

type Context = { db: Database; chain: Chain }

/** A nonce that we have used and that is not final yet. */
export type OpenSending = {
  signer: Address
  nonce: bigint
  kind: 'payout' | 'sweep' | 'attestation'
  withdrawalId: string | null
  epoch: number | null
  generation: number
  callTo: Address
  callData: Hex
  gas: bigint
  fees: Fees
}

/** `takenAgoMs`: since a node accepted it. `advice`: the outcome of the last broadcast. Null: not yet. */
export type Attempt = {
  transaction: Hash
  raw: Hex
  fees: Fees
  sentAgoMs: number | null
  takenAgoMs: number | null
  advice: BroadcastAdvice | null
}

/** Signs, stores, then sends: whatever happens later, we know every transaction that may be out there. */
export async function attempt(context: Context, sending: OpenSending, fees: Fees): Promise<BroadcastAdvice> {
  const { db, chain } = context
  const { signer, nonce, callTo, callData, gas } = sending
  const { hash, raw } = await chain.sign({ call: { to: callTo, data: callData }, nonce: Number(nonce), gas, fees })
  await db
    .insertInto('sending_attempt')
    .values({ transaction: hash, signer, nonce, raw, max_fee: fees.maxFee, priority_fee: fees.priorityFee })
    // Signing is deterministic: after a crash the same bytes are stored once.
    .onConflict((known) => known.doNothing())
    .execute()
  return send(context, { transaction: hash, raw })
}

/** The outcome is only advice: the chain says what happened. */
export async function send(
  { db, chain }: Context,
  { transaction, raw }: Pick<Attempt, 'transaction' | 'raw'>,
): Promise<BroadcastAdvice> {
  const advice = await chain.broadcast(raw)
  const isTaken = advice.outcome === 'sent' || advice.outcome === 'known'
  await sql`
    update sending_attempt set sent_at = now(), advice = ${`${advice.outcome}: ${advice.detail}`},
      taken_at = case when ${isTaken} then coalesce(taken_at, now()) else taken_at end
    where transaction = ${transaction}`.execute(db)
  return advice
}

/** Ends a sending that can never be included. If it was a sweep, its deposits have not moved. */
export async function endVoid(tx: Tx, { signer, nonce }: { signer: string; nonce: bigint }): Promise<void> {
  await sql`
    update sending set state = 'void', ended_at = now()
    where signer = ${signer} and nonce = ${String(nonce)} and state = 'open'`.execute(tx)
  await sql`
    update deposit set sweep_signer = null, sweep_nonce = null
    where sweep_signer = ${signer} and sweep_nonce = ${String(nonce)}`.execute(tx)
}

/** By nonce, the order in which the chain takes them. */
export async function readOpenSendings(db: Database, signer: Address): Promise<OpenSending[]> {
  const rows = await db
    .selectFrom('sending')
    .selectAll()
    .where('signer', '=', signer)
    .where('state', '=', 'open')
    .orderBy('nonce')
    .execute()
  return rows.map((row) => ({
    signer,
    nonce: BigInt(row.nonce),
    kind: row.kind,
    withdrawalId: row.withdrawal_id,
    epoch: row.epoch,
    generation: row.generation,
    callTo: row.call_to as Address,
    callData: row.call_data as Hex,
    gas: BigInt(row.gas),
    fees: { maxFee: BigInt(row.max_fee), priorityFee: BigInt(row.priority_fee) },
  }))
}

type AttemptRow = {
  nonce: string
  transaction: Hash
  raw: Hex
  max_fee: string
  priority_fee: string
  sent_ago: number | null
  taken_ago: number | null
  advice: string | null
}

/** A time in the future means that the clock was set back: since when is unknown, and waiting for it would take long. */
const agoMs = (seconds: number | null): number | null =>
  seconds === null ? null : seconds < 0 ? Infinity : seconds * 1000

/** Attempts of all open sendings by nonce, newest first. */
export async function readAttempts(db: Database, signer: Address): Promise<Map<bigint, Attempt[]>> {
  const { rows } = await sql<AttemptRow>`
    select nonce, attempt.transaction, raw, attempt.max_fee, attempt.priority_fee, advice,
      extract(epoch from now() - sent_at)::float8 as sent_ago, extract(epoch from now() - taken_at)::float8 as taken_ago
    from sending_attempt attempt join sending using (signer, nonce)
    where signer = ${signer} and state = 'open' order by attempt.max_fee desc`.execute(db)
  const attempts = new Map<bigint, Attempt[]>()
  for (const row of rows) {
    const nonce = BigInt(row.nonce)
    const list = attempts.get(nonce) ?? []
    list.push({
      transaction: row.transaction,
      raw: row.raw,
      fees: { maxFee: BigInt(row.max_fee), priorityFee: BigInt(row.priority_fee) },
      sentAgoMs: agoMs(row.sent_ago),
      takenAgoMs: agoMs(row.taken_ago),
      advice: row.advice === null ? null : readAdvice(row.advice),
    })
    attempts.set(nonce, list)
  }
  return attempts
}

function readAdvice(stored: string): BroadcastAdvice {
  const [outcome, ...detail] = stored.split(': ')
  return { outcome: outcome as BroadcastAdvice['outcome'], detail: detail.join(': ') }
}
