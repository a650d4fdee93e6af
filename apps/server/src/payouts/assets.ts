import { show, usd, type Usd } from '@trefoil/core/money'
import { receivedFrom, tokenAmount } from '@trefoil/core/deposits/plan-deposit'
import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { readOtherReserves } from '../reserves/watch.ts'

type Books = { at: string; owed: string; unswept: string; under_way: string }

/** `underWay`: payments being sent, which may already have left. */
export type Reserves = { shortfall: string | undefined; underWay: bigint }

/**
 * Whether the chain holds less than members, causes and operations are owed: vault, treasury, former ones and unswept
 * deposits against their balances.
 * All of it is read at the last final block we scanned, so that a sweep in progress is counted exactly once.
 */
export async function readReserves({ db, chain }: { db: Database; chain: Chain }, vaultNow: bigint): Promise<Reserves> {
  const { rows } = await sql<Books>`
    select scan.final::text as at,
      -- Money is conserved: what is left of the chain's account without dust is owed to somebody.
      (select -sum(balance) from system_account where account in ('chain', 'dust'))::text as owed,
      (select coalesce(sum(amount), 0) from sending join withdrawal on withdrawal.id = withdrawal_id
        where sending.state = 'open')::text as under_way,
      (scan.arrived - scan.swept)::text as unswept
    from scan where chain_id = ${chain.id}`.execute(db)
  const [books] = rows
  if (!books) return { shortfall: 'The chain was not read yet', underWay: 0n }
  const at = BigInt(books.at)
  const owed = usd(BigInt(books.owed))
  const underWay = tokenAmount(usd(BigInt(books.under_way)), chain.decimals)
  const others = await readOtherReserves(db, chain)
  const [vaultThen = 0n, ...rest] = await chain.balancesOf([chain.vault, ...others], at)
  // Payments since then have left the vault, and money that came in since is not final.
  const vault = vaultThen < vaultNow ? vaultThen : vaultNow
  const assets = rest.reduce((sum, units) => sum + units, vault + BigInt(books.unswept))
  const isCovered = assets >= tokenAmount(owed, chain.decimals) - underWay
  return {
    shortfall: isCovered ? undefined : describeShortfall(receivedFrom(assets, chain.decimals).credited, owed),
    underWay,
  }
}

const describeShortfall = (assets: Usd, owed: Usd): string =>
  `The chain holds ${show(assets)}, but members, causes and operations are owed ${show(owed)}`

/** For callers outside the payout worker. */
export async function findShortfall(context: { db: Database; chain: Chain }): Promise<string | undefined> {
  const { balance } = await context.chain.vaultState()
  return (await readReserves(context, balance)).shortfall
}
