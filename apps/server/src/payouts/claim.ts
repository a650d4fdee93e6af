import { membersAmong, type OwnerId } from '@trefoil/core/ledger/account'
import { obstaclesTo, type VaultRoom } from '@trefoil/core/payouts/vault-room'
import { tokenAmount } from '@trefoil/core/deposits/plan-deposit'
import { sql } from 'kysely'
import { CallReverts, type Address, type Call, type Chain, type Fees, type Hash } from '../chain/chain.ts'
import type { Database, Reader, Tx } from '../db/database.ts'
import { currentProgramme } from '../ledger/programme.ts'
import { notifyAccounts } from '../db/account-news.ts'
import { holdSwitches } from '../members/switches.ts'
import type { Screening } from '../screening/screening.ts'
import { readReserves } from './assets.ts'
import { lookAtVerifiedAgain, takeCandidates, type Candidate } from './candidates.ts'
import { explainPaid } from './lost-number.ts'
import { notePaid } from './paid-already.ts'
import { nextPayouts } from './payout-number.ts'
import { readRecovery } from './recovery.ts'
import { markFailed, takeReverted, type Payable } from './reverted.ts'
import { describeUnanswered, keepScreened } from './screen-payouts.ts'
import { takeNonces } from './signer.ts'
import { describeFloat, isAnyAside, lookAtCoveredAgain, readVaultRoom, stepAside } from './vault-room.ts'
import { changeWithdrawals } from './write-withdrawals.ts'

/** The demo overrides the programme's `addressAgeHours`. */
export type ClaimContext = {
  db: Database
  chain: Chain
  addressAgeHours?: number
  screening?: Screening | undefined
}
type Context = Pick<ClaimContext, 'db' | 'chain'>
/** `number`: null for a withdrawal that keeps the id it has. */
type Payout = { id: Hash; number: number | null }
type Covered = Payable & { payout: Payout; call: Call }
type Prepared = Covered & { gas: bigint }

/** Why nothing, or not everything, could be claimed. */
export type ClaimTrouble = string | undefined

/** One must not hide the other. */
export const allTrouble = (...troubles: ClaimTrouble[]): ClaimTrouble =>
  troubles.filter((trouble) => trouble !== undefined).join('. ') || undefined

/**
 * The network first: each payment's gas, and whether it would succeed. Then one short transaction that takes the
 * nonces. Nothing is signed or sent here.
 */
export async function claimPayouts(
  context: ClaimContext,
  room: number,
  { looksAside = true }: { looksAside?: boolean } = {},
): Promise<{ claimed: number; more: boolean; trouble: ClaimTrouble }> {
  const { db, chain } = context
  const { automaticPayout } = await currentProgramme(db)
  const { addressAgeHours = automaticPayout.addressAgeHours } = context
  const rule = { ...automaticPayout, addressAgeHours }
  const fresh = await db.transaction().execute(async (tx) => {
    await lookAtVerifiedAgain(tx)
    return takeCandidates(tx, rule, { limit: room })
  })
  const reverted = await db.transaction().execute((tx) => takeReverted(tx, rule, room))
  const due = [...reverted, ...fresh.map((withdrawal) => ({ withdrawal, generation: 1 }))]
  const payable = await keepScreened(context, due.slice(0, room))
  const unanswered = await describeUnanswered(context)
  // Nothing to claim: the chain is asked only about what waits for the vault, and not with every look.
  if (payable.length === 0 && !(looksAside && (await isAnyAside(db))))
    return { claimed: 0, more: payable.length < due.length, trouble: allTrouble(unanswered, await describeFloat(db)) }
  const { prepared, more, trouble: obstacle } = await prepare(context, payable)
  const trouble = allTrouble(unanswered, obstacle)
  if (prepared.length === 0) return { claimed: 0, more, trouble }

  const fees = await chain.fees()
  const claimed = await db.transaction().execute(async (tx) => {
    // An operator may have paused payouts since the gate was checked, or a recovery has begun.
    if ((await holdSwitches(tx)).payoutsPausedWhy !== null || (await readRecovery(tx))) return 0
    const ids = prepared.map(({ withdrawal }) => withdrawal.id)
    // Judge them again, now that they stay locked until they are claimed.
    const still = new Set((await takeCandidates(tx, rule, { among: ids, limit: ids.length })).map(({ id }) => id))
    const again = new Set((await takeReverted(tx, rule, room)).map(({ withdrawal }) => withdrawal.id))
    const claims = await keepNext(
      tx,
      prepared.filter(({ withdrawal: { id } }) => still.has(id) || again.has(id)),
    )
    if (claims.length === 0) return 0
    const first = await takeNonces(tx, chain.signer, claims.length)
    await markClaimed(
      tx,
      claims.filter(({ withdrawal: { id } }) => still.has(id)),
    )
    await markOnTheirWay(
      tx,
      claims.filter(({ withdrawal: { id } }) => !still.has(id)),
    )
    for (const [index, claim] of claims.entries()) {
      const nonce = first + BigInt(index)
      await insertSending(tx, { signer: chain.signer, nonce, fees, ...claim })
    }
    return claims.length
  })
  return { claimed, more: more || claimed > 0, trouble }
}

async function prepare(
  { db, chain }: Context,
  payable: readonly Payable[],
): Promise<{ prepared: Prepared[]; more: boolean; trouble: ClaimTrouble }> {
  const nothing = (trouble: string) => ({ prepared: [], more: false, trouble })
  const vault = await chain.vaultState()
  if (vault.isPaused) return nothing('The vault is paused')
  if (vault.signer !== chain.signer) return nothing('The vault accepts a different signer')
  const { shortfall, underWay } = await readReserves({ db, chain }, vault.balance)
  if (shortfall !== undefined) return nothing(shortfall)
  const room = await readVaultRoom(chain, { balance: vault.balance, underWay })
  const { covered, more } = await coveredBy(room, { db, chain }, payable)
  const gas = await Promise.all(covered.map(({ call }) => gasFor(chain, call)))
  const prepared: Prepared[] = []
  for (const [index, one] of covered.entries()) {
    const needed = gas[index]
    if (needed === undefined) await turnDown({ db, chain }, one)
    else prepared.push({ ...one, gas: needed })
  }
  return { prepared, more, trouble: await describeFloat(db) }
}

/** What the vault cannot pay now steps aside. `more`: others may have come to its place, or became payable. */
async function coveredBy(
  room: VaultRoom,
  { db, chain }: Context,
  payable: readonly Payable[],
): Promise<{ covered: Covered[]; more: boolean }> {
  const next = firstOfEachMember(payable)
  const amounts = next.map(({ withdrawal }) => tokenAmount(withdrawal.amount, chain.decimals))
  const isAnyWoken = await lookAtCoveredAgain(db, chain, room)
  const obstacles = obstaclesTo(amounts, room)
  const payoutOf = await nextPayoutOf(
    db,
    next.map(({ withdrawal }) => withdrawal),
  )
  const covered: Covered[] = []
  for (const [index, one] of next.entries()) {
    const { withdrawal, generation } = one
    const [amount = 0n, obstacle] = [amounts[index], obstacles[index]]
    if (!obstacle) {
      const payout = payoutOf(withdrawal)
      covered.push({ ...one, payout, call: chain.payCall({ id: payout.id, to: withdrawal.to, amount }) })
    } else
      await db.transaction().execute((tx) =>
        // Nobody approves a claimed one anew.
        obstacle === 'vault_payment_limit' && generation > 1
          ? markFailed(tx, withdrawal.id)
          : stepAside(tx, [withdrawal.id], obstacle),
      )
  }
  return { covered, more: isAnyWoken || covered.length < next.length }
}

/** The number of a member's next payout is known only when the vault has paid this one. */
function firstOfEachMember(payable: readonly Payable[]): Payable[] {
  const members = new Set<OwnerId>()
  return payable.filter(({ withdrawal: { member } }) => !members.has(member) && members.add(member))
}

async function nextPayoutOf(db: Reader, withdrawals: readonly Candidate[]): Promise<(one: Candidate) => Payout> {
  const unnumbered = withdrawals.filter(({ payoutId }) => payoutId === null)
  const next = await nextPayouts(
    db,
    unnumbered.map(({ member }) => member),
  )
  return ({ member, payoutId }) => {
    const payout = payoutId === null ? next.get(member) : { id: payoutId, number: null }
    if (!payout) throw new Error(`Member ${member} has no next payout`)
    return payout
  }
}

/** Without those whose number was taken since. */
async function keepNext(tx: Tx, prepared: readonly Prepared[]): Promise<Prepared[]> {
  const payoutOf = await nextPayoutOf(
    tx,
    prepared.map(({ withdrawal }) => withdrawal),
  )
  return prepared.filter(({ withdrawal, payout }) => payoutOf(withdrawal).id === payout.id)
}

async function gasFor(chain: Chain, call: Call): Promise<bigint | undefined> {
  try {
    return await chain.gasFor(call)
  } catch (error) {
    if (error instanceof CallReverts) return undefined
    throw error
  }
}

/** Minutes until the next try after the first, second and third refusal. Then an operator has to find out why. */
const REFUSED_PAUSES_MINUTES = [1, 10, 60]

/** The vault could pay, but rejects this payment. Most often it has already paid it, and our records lost that. */
async function turnDown({ db, chain }: Context, { withdrawal, payout, generation }: Covered): Promise<void> {
  if (await chain.isPaid(payout.id)) {
    if (payout.number === null) await notePaid(db, [withdrawal.id])
    else await explainPaid(db, { payoutId: payout.id, member: withdrawal.member, number: payout.number })
  } else if (generation > 1) await db.transaction().execute((tx) => markFailed(tx, withdrawal.id))
  else {
    await db.transaction().execute((tx) =>
      changeWithdrawals(tx, {
        set: sql`refusals = refusals + 1, waits_for = 'vault_refuses',
          look_at = now() + make_interval(mins => (${REFUSED_PAUSES_MINUTES}::int[])[refusals + 1])`,
        where: sql`id = ${withdrawal.id} and state in ('requested', 'approved')`,
      }),
    )
  }
}

async function markClaimed(tx: Tx, claims: readonly Prepared[]): Promise<void> {
  if (claims.length === 0) return
  await changeWithdrawals(tx, {
    // Without approval, it is an automatic payout.
    set: sql`state = 'claimed', claimed_at = now(), automatic = (w.state = 'requested'), look_at = null,
      waits_for = null, ${numbersOf(claims)}`,
    where: isAmong(claims),
  })
  await notifyAccounts(tx, membersAmong(claims.map(({ withdrawal }) => withdrawal.member)))
}

/** They may have waited for the end of a freeze or hold. */
async function markOnTheirWay(tx: Tx, claims: readonly Prepared[]): Promise<void> {
  if (claims.length === 0) return
  await changeWithdrawals(tx, {
    set: sql`look_at = null, waits_for = null, ${numbersOf(claims)}`,
    where: isAmong(claims),
  })
}

const isAmong = (claims: readonly Prepared[]) =>
  sql`id = any(${claims.map(({ withdrawal }) => withdrawal.id)}::bigint[])`

/** An id that a withdrawal has stays. */
const numbersOf = (claims: readonly Prepared[]) => sql`
  (payout_id, payout_number) = (
    select taken.payout_id, coalesce(w.payout_number, taken.number)
    from unnest(${claims.map(({ withdrawal }) => withdrawal.id)}::bigint[],
      ${claims.map(({ payout }) => payout.id)}::text[], ${claims.map(({ payout }) => payout.number)}::int[]
    ) taken (id, payout_id, number) where taken.id = w.id)`

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
