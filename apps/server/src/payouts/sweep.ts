import type { MemberId } from '@trefoil/core/ledger/account'
import { depositIndex } from '@trefoil/core/deposits/deposit-index'
import { sql } from 'kysely'
import { CallReverts, type Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { takeNonces } from './signer.ts'

/** Sweeps at least `minUnits`, once `addressesMax` addresses are due or the oldest has waited for `everyMs`. */
export type SweepRule = { addressesMax: number; minUnits: bigint; everyMs: number }

/** Sweeps credited deposits to the treasury. Credits do not depend on it. */
export async function claimSweep({ db, chain }: { db: Database; chain: Chain }, rule: SweepRule): Promise<boolean> {
  const due = await findDue(db, chain, rule)
  if (due.length === 0) return false
  const call = chain.sweepCall(due.map(({ member_id: member, turn }) => depositIndex(member, turn)))
  const gas = await chain.gasFor(call).catch((error: unknown) => {
    if (error instanceof CallReverts) return undefined
    throw error
  })
  if (gas === undefined) throw new Error(`A sweep of ${due.length} addresses would fail`)
  const fees = await chain.fees()
  await db.transaction().execute(async (tx) => {
    const nonce = await takeNonces(tx, chain.signer, 1)
    await tx
      .insertInto('sending')
      .values({
        signer: chain.signer,
        nonce,
        kind: 'sweep',
        withdrawal_id: null,
        call_to: call.to,
        call_data: call.data,
        gas,
        max_fee: fees.maxFee,
        priority_fee: fees.priorityFee,
      })
      .execute()
    await sql`
      update deposit set sweep_signer = ${chain.signer}, sweep_nonce = ${String(nonce)}
      where state = 'credited' and sweep_nonce is null and address = any(${due.map(({ address }) => address)})
      `.execute(tx)
  })
  return true
}

type Due = { address: string; member_id: MemberId; turn: number }

async function findDue(db: Database, chain: Chain, { addressesMax, minUnits, everyMs }: SweepRule): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with waiting as (
      select address, sum(credited) as units, min(credited_at) as since from deposit
      where state = 'credited' and sweep_nonce is null and chain_id = ${chain.id}
      group by address order by units desc limit ${addressesMax}
    ), total as (
      select sum(units) as units, count(*) as addresses, min(since) as since from waiting
    )
    select address, member_id, turn from waiting join deposit_address using (address), total
    where total.units >= ${String(minUnits)}
      and (total.addresses >= ${addressesMax} or total.since < now() - make_interval(secs => ${everyMs / 1000}))
      and not exists (select from sending where kind = 'sweep' and state = 'open')`.execute(db)
  return rows
}
