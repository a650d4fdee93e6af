import { sql } from 'kysely'
import { CallReverts, type Address, type Chain, type Hex } from '../chain/chain.ts'
import type { Database, Tx } from '../db/database.ts'
import { takeNonces } from './signer.ts'

/** Sweeps at least `minUnits`, once `addressesMax` addresses are due or the oldest has waited for `everyMs`. */
export type SweepRule = { addressesMax: number; minUnits: bigint; everyMs: number }

type Context = { db: Database; chain: Chain }

/** Sweeps credited deposits to the treasury. Credits do not depend on it. */
export async function claimSweep({ db, chain }: Context, rule: SweepRule): Promise<boolean> {
  const due = await findDue(db, chain, rule)
  if (due.length === 0) return false
  const { swept, failing } = await findSweepable(chain, due)
  const fees = swept && (await chain.fees())
  await db.transaction().execute(async (tx) => {
    for (const { address, why } of failing) await setAside(tx, [address], why)
    if (!swept || !fees) return
    const nonce = await takeNonces(tx, chain.signer, 1)
    await tx
      .insertInto('sending')
      .values({
        signer: chain.signer,
        nonce,
        kind: 'sweep',
        withdrawal_id: null,
        call_to: swept.call.to,
        call_data: swept.call.data,
        gas: swept.gas,
        max_fee: fees.maxFee,
        priority_fee: fees.priorityFee,
      })
      .execute()
    await sql`
      update deposit set sweep_signer = ${chain.signer}, sweep_nonce = ${String(nonce)}
      where state = 'credited' and sweep_nonce is null and address = any(${swept.addresses})`.execute(tx)
  })
  return swept !== undefined
}

/** How long an address that could not be swept is left out. */
const SET_ASIDE_HOURS = 6

/** Left out of sweeps for a while, with a reason for operators to see. */
export async function setAside(tx: Tx, addresses: readonly string[], why: string): Promise<void> {
  await sql`
    update deposit_address set set_aside = ${why},
      set_aside_until = now() + make_interval(hours => ${SET_ASIDE_HOURS})
    where address = any(${addresses}::text[])`.execute(tx)
}

type Due = { address: Address; index: Hex; factory: Address; treasury: Address }

/** All of one factory and treasury: an address can be emptied by its own ones only. */
async function findDue(db: Database, chain: Chain, { addressesMax, minUnits, everyMs }: SweepRule): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with waiting as (
      select address, sum(credited) as units, min(credited_at) as since
      from deposit join deposit_address using (address)
      where state = 'credited' and sweep_nonce is null and chain_id = ${chain.id}
        and (set_aside_until is null or set_aside_until <= now())
      group by address order by units desc limit ${addressesMax}
    ), total as (
      select sum(units) as units, count(*) as addresses, min(since) as since from waiting
    )
    select address, index, factory, treasury from waiting join deposit_address using (address)
      -- Before settings were numbered, addresses had the contracts of the first.
      join chain_setting on number = greatest(setting, 1), total
    where total.units >= ${String(minUnits)}
      and (total.addresses >= ${addressesMax} or total.since < now() - make_interval(secs => ${everyMs / 1000}))
      and not exists (select from sending where kind = 'sweep' and state = 'open')
    order by waiting.units desc`.execute(db)
  return rows.filter(({ factory, treasury }) => factory === rows[0]?.factory && treasury === rows[0].treasury)
}

type Sweep = { addresses: Address[]; call: ReturnType<Chain['sweepCall']>; gas: bigint }
type Failing = { address: Address; why: string }

/** Halves a set that would fail until what makes it fail stands alone: the others do not wait for it. */
async function findSweepable(chain: Chain, due: Due[]): Promise<{ swept: Sweep | undefined; failing: Failing[] }> {
  const whole = await trySweep(chain, due)
  if (!(whole instanceof CallReverts)) return { swept: whole, failing: [] }
  const [only, ...others] = due
  if (only && others.length === 0)
    return { swept: undefined, failing: [{ address: only.address, why: `A sweep of it would fail: ${whole.message}` }] }
  const middle = Math.ceil(due.length / 2)
  const first = await findSweepable(chain, due.slice(0, middle))
  const second = await findSweepable(chain, due.slice(middle))
  const failing = [...first.failing, ...second.failing]
  if (!first.swept || !second.swept) return { swept: first.swept ?? second.swept, failing }
  const working = due.filter(({ address }) => !failing.some((one) => one.address === address))
  const both = failing.length > 0 ? await trySweep(chain, working) : whole
  return { swept: both instanceof CallReverts ? first.swept : both, failing }
}

async function trySweep(chain: Chain, due: readonly Due[]): Promise<Sweep | CallReverts> {
  const call = chain.sweepCall(
    due.map(({ index }) => index),
    due[0],
  )
  try {
    return { addresses: due.map(({ address }) => address), call, gas: await chain.gasFor(call) }
  } catch (error) {
    if (error instanceof CallReverts) return error
    throw error
  }
}
