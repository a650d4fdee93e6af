import { receivedFrom } from '@trefoil/core/deposits/plan-deposit'
import { show } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Chain } from '../../chain/chain.ts'
import type { Database } from '../../db/database.ts'
import { findUnbookedOutflows } from '../../reserves/figures.ts'
import { readNewest } from '../../reserves/newest.ts'

type Row = { claimed: number; open: number; unswept: string | null }

/**
 * What the contract would see differently from the books: payments on their way, outflows that nobody booked, deposits
 * that are not swept. Undefined: nothing.
 */
export async function findOutstanding({ db, chain }: { db: Database; chain: Chain }): Promise<string | undefined> {
  const { rows } = await sql<Row>`
    select (select count(*)::int from withdrawal where state = 'claimed') as claimed,
      (select count(*)::int from sending where state = 'open') as open,
      (select (arrived - swept)::text from scan where chain_id = ${chain.id}) as unswept`.execute(db)
  const { claimed = 0, open = 0, unswept = null } = rows[0] ?? {}
  if (unswept === null) return 'the chain was not read yet'
  const newest = await readNewest(db, chain.id)
  const unbooked = await findUnbookedOutflows(db, chain, newest?.settled.block)
  const waiting = receivedFrom(BigInt(unswept), chain.decimals).credited
  const parts = [
    ...(claimed > 0 ? [`${claimed} payout${claimed === 1 ? ' is' : 's are'} on the way`] : []),
    ...(open > 0 && claimed === 0 ? [`${open} transaction${open === 1 ? ' is' : 's are'} not final`] : []),
    ...(unbooked.length > 0 ? [`${unbooked.length} unbooked outflow${unbooked.length === 1 ? '' : 's'}`] : []),
    ...(waiting > 0n ? [`${show(waiting)} of deposits not swept`] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : undefined
}
