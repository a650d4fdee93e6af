import { sql } from 'kysely'
import type { Address, Chain } from '../chain/chain.ts'
import type { Reader } from '../db/database.ts'

export type WrongBalance = { address: Address; expected: bigint; held: bigint }

/** Asks the chain for each deposit address that should hold something, and returns those that hold something else. */
export async function findWrongBalances(db: Reader, chain: Chain, at: bigint): Promise<WrongBalance[]> {
  const { rows } = await sql<{ address: Address; expected: string }>`
    select address, sum(value)::text as expected from (
      select address, value from deposit where chain_id = ${chain.id} and state in ('final', 'credited')
      union all
      select recipient, value from unmatched_transfer
        where chain_id = ${chain.id} and kind in ('too_large', 'former_member') and block_number <= ${String(at)}
      union all
      select sender, -value from reserve_transfer
        where chain_id = ${chain.id} and kind = 'sweep' and block_number <= ${String(at)}
    ) moved group by address having sum(value) <> 0 order by address`.execute(db)
  const held = await chain.balancesOf(
    rows.map(({ address }) => address),
    at,
  )
  return rows
    .map(({ address, expected }, index) => ({ address, expected: BigInt(expected), held: held[index] ?? 0n }))
    .filter((one) => one.expected !== one.held)
}
