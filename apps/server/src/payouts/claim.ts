import { show, type Usd } from '@trefoil/core/money'
import { GENERATIONS_MAX } from '@trefoil/core/payouts/payout-rule'
import { tokenAmount } from '@trefoil/core/payouts/plan-deposit'
import { usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import { CallReverts, type Address, type Call, type Chain, type Fees, type Hash } from '../chain/chain.ts'
import type { Database, Tx } from '../db/database.ts'
import { currentProgramme } from '../ledger/programme.ts'
import { ACTIVITY_CHANNEL } from '../members/activity.ts'
import { findShortfall } from './assets.ts'
import { takeCandidates, type Candidate } from './candidates.ts'
import { stopSigner, takeNonces } from './signer.ts'

/** `addressAgeHours` instead of the programme's: the demo's. */
export type ClaimContext = { db: Database; chain: Chain; addressAgeHours?: number }
type Context = Pick<ClaimContext, 'db' | 'chain'>
type Payable = { withdrawal: Candidate; generation: number }
type Prepared = Payable & { call: Call; gas: bigint }

/** Why nothing, or not everything, could be claimed; `undefined` where all went well. */
export type ClaimTrouble = string | undefined

/**
 * The network first: what each payment would use, and whether it would work at all. Then one short transaction that
 * takes the nonces. Nothing is signed or sent here.
 */
export async function claimPayouts(
  context: ClaimContext,
  room: number,
): Promise<{ claimed: number; trouble: ClaimTrouble }> {
  const { db, chain } = context
  const { automaticPayout } = await currentProgramme(db)
  const { addressAgeHours = automaticPayout.addressAgeHours } = context
  const rule = { ...automaticPayout, addressAgeHours }
  const fresh = await db.transaction().execute((tx) => takeCandidates(tx, rule, { limit: room }))
  const payable = [...(await findReverted(db, room)), ...fresh.map((withdrawal) => ({ withdrawal, generation: 1 }))]
  if (payable.length === 0) return { claimed: 0, trouble: undefined }
  const { prepared, trouble } = await prepare(context, payable.slice(0, room))
  if (prepared.length === 0) return { claimed: 0, trouble }

  const fees = await chain.fees()
  const claimed = await db.transaction().execute(async (tx) => {
    const ids = prepared.map(({ withdrawal }) => withdrawal.id)
    // Judged once more, now that they are locked for as long as it takes to claim them.
    const still = new Set((await takeCandidates(tx, rule, { among: ids, limit: ids.length })).map(({ id }) => id))
    const again = new Set((await findReverted(tx, ids.length)).map(({ withdrawal }) => withdrawal.id))
    const claims = prepared.filter(({ withdrawal: { id } }) => still.has(id) || again.has(id))
    if (claims.length === 0) return 0
    const first = await takeNonces(tx, chain.signer, claims.length)
    for (const [index, claim] of claims.entries()) {
      const nonce = first + BigInt(index)
      if (still.has(claim.withdrawal.id)) await markClaimed(tx, claim.withdrawal)
      await insertSending(tx, { signer: chain.signer, nonce, fees, ...claim })
    }
    return claims.length
  })
  return { claimed, trouble }
}

async function prepare(
  { db, chain }: Context,
  payable: readonly Payable[],
): Promise<{ prepared: Prepared[]; trouble: ClaimTrouble }> {
  const vault = await chain.vaultState()
  if (vault.isPaused) return { prepared: [], trouble: 'The vault is paused' }
  if (vault.signer !== chain.signer) return { prepared: [], trouble: 'The vault takes another signer than ours' }
  const underWay = await amountUnderWay(db, chain)
  const shortfall = await findShortfall({ db, chain }, { vault: vault.balance, underWay })
  if (shortfall !== undefined) return { prepared: [], trouble: shortfall }
  let left = vault.balance - underWay
  let trouble: ClaimTrouble
  const covered = payable.flatMap((one) => {
    const { payoutId: id, to, amount: units } = one.withdrawal
    const amount = tokenAmount(units, chain.decimals)
    if (amount <= left) {
      left -= amount
      return [{ ...one, call: chain.payCall({ id, to, amount }) }]
    }
    trouble = `The vault does not cover ${show(units)}: fill it up`
    return []
  })
  const gas = await Promise.all(covered.map(({ call }) => gasFor(chain, call)))
  const prepared: Prepared[] = []
  for (const [index, one] of covered.entries()) {
    const needed = gas[index]
    if (needed === undefined) await turnDown({ db, chain }, one)
    else prepared.push({ ...one, gas: needed })
  }
  return { prepared, trouble }
}

async function gasFor(chain: Chain, call: Call): Promise<bigint | undefined> {
  try {
    return await chain.gasFor(call)
  } catch (error) {
    if (error instanceof CallReverts) return undefined
    throw error
  }
}

/** The vault is able to pay and will not pay this one. An operator has to see why. */
async function turnDown({ db, chain }: Context, { withdrawal, generation }: Payable): Promise<void> {
  if (await chain.isPaid(withdrawal.payoutId)) {
    await stopSigner(db, chain.signer, `The vault has paid ${withdrawal.reference}, and we know of no such payment`)
  }
  if (generation > 1) await markFailed(db, withdrawal.id)
  else {
    await sql`
      update withdrawal set look_at = null, waits_for = 'vault_refuses'
      where id = ${withdrawal.id} and state in ('requested', 'approved')`.execute(db)
  }
}

async function amountUnderWay(db: Database, chain: Chain): Promise<bigint> {
  const { rows } = await sql<{ units: string }>`
    select coalesce(sum(amount), 0)::text as units from sending join withdrawal on withdrawal.id = withdrawal_id
    where sending.state = 'open'`.execute(db)
  return tokenAmount(usd(BigInt(rows[0]?.units ?? 0)), chain.decimals)
}

const markClaimed = (tx: Tx, { id, isApproved }: Candidate) =>
  sql`
    with claimed as (
      update withdrawal set state = 'claimed', claimed_at = now(), automatic = ${!isApproved}, look_at = null,
        waits_for = null
      where id = ${id} returning member_id
    )
    select pg_notify(${ACTIVITY_CHANNEL}, member_id::text) from claimed`.execute(tx)

const markFailed = (db: Database | Tx, id: string) =>
  sql`update withdrawal set state = 'failed' where id = ${id} and state = 'claimed'`.execute(db)

type NewSending = Prepared & { signer: Address; nonce: bigint; fees: Fees }

const insertSending = (tx: Tx, { signer, nonce, fees, call, gas, withdrawal, generation }: NewSending) =>
  tx
    .insertInto('sending')
    .values({
      signer,
      nonce,
      kind: 'payout',
      withdrawal_id: withdrawal.id,
      generation:
        generation > 1
          ? generation
          : sql<number>`(select coalesce(max(generation), 0) + 1 from sending where withdrawal_id = ${withdrawal.id})`,
      call_to: call.to,
      call_data: call.data,
      gas,
      max_fee: fees.maxFee,
      priority_fee: fees.priorityFee,
    })
    .execute()

type Reverted = { id: string; member_id: number; amount: string; reference: string; address: Address; payout_id: Hash }

/** Claimed, and turned down by the chain or left behind by its signer for good: the next generation has its own nonce. */
async function findReverted(db: Database | Tx, limit: number): Promise<Payable[]> {
  const { rows } = await sql<Reverted & { generation: number; generations: number }>`
    select w.id, w.member_id, w.amount, w.reference, w.address, w.payout_id, last.generation + 1 as generation,
      (select count(*)::int from sending
        where withdrawal_id = w.id and claimed_at >= w.claimed_at and state <> 'void') as generations
    from withdrawal w
    join lateral (
      select generation, state from sending where withdrawal_id = w.id order by generation desc limit 1
    ) last on last.state in ('reverted', 'void')
    where w.state = 'claimed' order by w.id limit ${limit} for update of w skip locked`.execute(db)
  const again: Payable[] = []
  for (const { generation, generations, ...row } of rows) {
    if (generations >= GENERATIONS_MAX) await markFailed(db, row.id)
    else again.push({ generation, withdrawal: { ...candidateFrom(row), isApproved: true } })
  }
  return again
}

const candidateFrom = (row: Reverted): Omit<Candidate, 'isApproved'> => ({
  id: row.id,
  member: row.member_id,
  amount: usd(BigInt(row.amount)) satisfies Usd,
  reference: row.reference,
  to: row.address,
  payoutId: row.payout_id,
})
