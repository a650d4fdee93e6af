import { sql } from 'kysely'
import { anchorIn } from '../chain/attestations.ts'
import { CallReverts, type Address, type Call, type Chain, type Hash } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { readRecovery } from './recovery.ts'
import { takeNonces } from './signer.ts'

type Context = { db: Database; chain: Chain }

/** An epoch that is counted, and not in the contract as far as we know. */
type Claim = { epoch: number; root: Hash; total: bigint; log: { size: bigint; root: Hash } }

/** How often a refused posting is tried, before operators have to find out why. */
const TRIES_MAX = 3

/**
 * Claims the posting of an epoch: it has a nonce like every payout, and settles like one. Not for the payout gate to
 * stop: what is owed is told above all when something is wrong.
 */
export async function claimAttestation(context: Context): Promise<boolean> {
  const { db, chain } = context
  const claim = await readClaim(db)
  if (!claim || !chain.attestations) return false
  if (await settleStored(context, claim.epoch)) return false
  const call = chain.attestCall(claim)
  const gas = await gasOrWhy(chain, call)
  if (typeof gas === 'string') {
    // Our records may have lost that it was posted: it is settled as soon as that is final.
    if (await anchorIn(await chain.attestationAnswers(claim.epoch), claim.epoch)) return false
    await failEpoch(db, claim.epoch, `The contract would refuse it: ${gas}`)
    return false
  }
  const fees = await chain.fees()
  return db.transaction().execute(async (tx) => {
    if (await readRecovery(tx)) return false
    const { rows } = await sql`
      select from epoch where number = ${claim.epoch} and state = 'posting'
        and not exists (select from sending where epoch = ${claim.epoch} and state = 'open') for update`.execute(tx)
    if (rows.length === 0) return false
    const nonce = await takeNonces(tx, chain.signer, 1)
    await tx
      .insertInto('sending')
      .values({
        signer: chain.signer,
        nonce,
        kind: 'attestation',
        withdrawal_id: null,
        epoch: claim.epoch,
        call_to: call.to,
        call_data: call.data,
        gas,
        max_fee: fees.maxFee,
        priority_fee: fees.priorityFee,
      })
      .execute()
    return true
  })
}

type ClaimRow = { number: number; root: Buffer; total: string; log_size: string; log_root: Buffer; tries: number }

async function readClaim(db: Database): Promise<Claim | undefined> {
  const { rows } = await sql<ClaimRow>`
    select number, root, total, log_size, log_root,
      (select count(*)::int from sending where epoch = number and state = 'reverted') as tries
    from epoch where state = 'posting'
      and not exists (select from sending where epoch = number and state = 'open')`.execute(db)
  const [row] = rows
  if (!row) return undefined
  if (row.tries >= TRIES_MAX) {
    await failEpoch(db, row.number, `The chain has reverted its posting ${TRIES_MAX} times`)
    return undefined
  }
  return {
    epoch: row.number,
    root: bytes32(row.root),
    total: BigInt(row.total),
    log: { size: BigInt(row.log_size), root: bytes32(row.log_root) },
  }
}

const bytes32 = (bytes: Buffer): Hash => `0x${bytes.toString('hex')}`

async function gasOrWhy(chain: Chain, call: Call): Promise<bigint | string> {
  try {
    return await chain.gasFor(call)
  } catch (error) {
    if (error instanceof CallReverts) return error.message
    throw error
  }
}

type Posting = { transaction: Hash; feePaid: bigint }

/**
 * Ends an epoch that the contract has by a final block: as anchored if it stored what we counted, as failed if not. Our
 * records may have lost the transaction, so that only the contract is asked.
 */
export async function settleStored({ db, chain }: Context, epoch: number, posting?: Posting): Promise<boolean> {
  const { number: final } = await chain.finalized()
  const stored = await anchorIn(await chain.attestationAnswers(epoch, final), epoch)
  if (!stored) return false
  const isSame = await db
    .selectFrom('epoch')
    .select('number')
    .where('number', '=', epoch)
    .where('root', '=', Buffer.from(stored.root, 'hex'))
    .where('total', '=', stored.total)
    .where('log_size', '=', String(stored.log.size))
    .where('log_root', '=', Buffer.from(stored.log.root, 'hex'))
    .executeTakeFirst()
  if (!isSame) {
    await failEpoch(db, epoch, 'The contract has something else under this number')
    return true
  }
  await db
    .updateTable('epoch')
    .set({
      state: 'anchored',
      why: null,
      contract: chain.attestations as Address,
      vault_balance: stored.assets.vault,
      treasury_balance: stored.assets.treasury,
      posted_at: new Date(stored.time * 1000),
      anchored_at: sql<Date>`now()`,
      ...(posting && { transaction: posting.transaction, fee_paid: posting.feePaid }),
    })
    .where('number', '=', epoch)
    .where('state', '=', 'posting')
    .execute()
  return true
}

const failEpoch = (db: Database, epoch: number, why: string) =>
  db
    .updateTable('epoch')
    .set({ state: 'failed', why })
    .where('number', '=', epoch)
    .where('state', '=', 'posting')
    .execute()

/** What an epoch wants of the sender. */
type EpochUnderWay = { isWaiting: boolean; isCounting: boolean }

/** For so long payouts wait for an epoch that is being counted or posted. */
const HOLD_MINUTES = 15

/**
 * While one waits, deposits are swept at once. From the moment it is counted until the contract has looked, no payout
 * is claimed: it would be missing there, and not yet here.
 */
export async function readEpochUnderWay(db: Database): Promise<EpochUnderWay> {
  const { rows } = await sql<EpochUnderWay>`
    select state = 'waiting' as "isWaiting",
      state <> 'waiting' and began_at > now() - make_interval(mins => ${HOLD_MINUTES}) as "isCounting"
    from epoch where state in ('waiting', 'building', 'posting')`.execute(db)
  return rows[0] ?? { isWaiting: false, isCounting: false }
}
