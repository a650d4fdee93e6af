import { show, usd } from '@trefoil/core/money'
import { receivedFrom, tokenAmount } from '@trefoil/core/payouts/plan-deposit'
import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'

/**
 * Whether the chain holds less than members are owed: vault, treasury and what was not swept yet, against all purses.
 * What is on its way out may have left already. `undefined` where all is covered.
 */
export async function findShortfall(
  { db, chain }: { db: Database; chain: Chain },
  { vault, underWay }: { vault: bigint; underWay: bigint },
): Promise<string | undefined> {
  const { rows } = await sql<{ owed: string; unswept: string }>`
    select
      -- Money is conserved: what no system account has is the members'.
      (select -sum(balance) from system_account)::text as owed,
      ((select coalesce(sum(value), 0) from deposit
          where state = 'credited' and sweep_nonce is null and chain_id = ${chain.id})
        + (select coalesce(sum(value), 0) from sending join deposit on (sweep_signer, sweep_nonce) = (signer, nonce)
          where sending.state = 'open' and sending.kind = 'sweep'))::text as unswept
    `.execute(db)
  const owed = usd(BigInt(rows[0]?.owed ?? 0))
  const assets = vault + (await chain.balanceOf(chain.treasury)) + BigInt(rows[0]?.unswept ?? 0)
  if (assets >= tokenAmount(owed, chain.decimals) - underWay) return undefined
  return `The chain holds ${show(receivedFrom(assets, chain.decimals).credited)}, and members are owed ${show(owed)}`
}
