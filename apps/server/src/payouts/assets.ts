import { show, usd, type Usd } from '@trefoil/core/money'
import { receivedFrom, tokenAmount } from '@trefoil/core/deposits/plan-deposit'
import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'

type Books = { at: string; owed: string; unswept: string; under_way: string }

/** `underWay`: payments being sent, which may already have left. */
export type Reserves = { shortfall: string | undefined; underWay: bigint }

/**
 * Whether the chain holds less than members are owed: vault, treasury and unswept deposits against all balance rows.
 * All of it is read at the last final block we scanned, so that a sweep in progress is counted exactly once.
 */
export async function readReserves({ db, chain }: { db: Database; chain: Chain }, vaultNow: bigint): Promise<Reserves> {
  const { rows } = await sql<Books>`
    select scan.final::text as at,
      -- Money is conserved: members own what the system accounts do not.
      (select -sum(balance) from system_account)::text as owed,
      (select coalesce(sum(amount), 0) from sending join withdrawal on withdrawal.id = withdrawal_id
        where sending.state = 'open')::text as under_way,
      -- Deposits without a scanned sweep, by us or by a stranger. An ended sweep may be in a block not scanned yet.
      (select coalesce(sum(value), 0) from (
          select * from deposit where state = 'credited' and sweep_nonce is null
          union all
          select deposit.* from sending join deposit on (sweep_signer, sweep_nonce) = (signer, nonce)
            where kind = 'sweep' and (sending.state = 'open' or sending.ended_at > now() - interval '1 day')) d
        where d.chain_id = scan.chain_id
          and not exists (select from unmatched_transfer s where s.kind = 'sweep' and s.sender = d.address
            and s.block_number between d.block_number and scan.final))::text as unswept
    from scan where chain_id = ${chain.id}`.execute(db)
  const [books] = rows
  if (!books) return { shortfall: 'The chain was not read yet', underWay: 0n }
  const at = BigInt(books.at)
  const owed = usd(BigInt(books.owed))
  const underWay = tokenAmount(usd(BigInt(books.under_way)), chain.decimals)
  const [vaultThen, treasury] = await Promise.all([
    chain.balanceOf(chain.vault, at),
    chain.balanceOf(chain.treasury, at),
  ])
  // Payments since then have left the vault, and money that came in since is not final.
  const vault = vaultThen < vaultNow ? vaultThen : vaultNow
  const assets = vault + treasury + BigInt(books.unswept)
  const isCovered = assets >= tokenAmount(owed, chain.decimals) - underWay
  return {
    shortfall: isCovered ? undefined : describeShortfall(receivedFrom(assets, chain.decimals).credited, owed),
    underWay,
  }
}

const describeShortfall = (assets: Usd, owed: Usd): string =>
  `The chain holds ${show(assets)}, but members are owed ${show(owed)}`

/** For callers outside the payout worker. */
export async function findShortfall(context: { db: Database; chain: Chain }): Promise<string | undefined> {
  const { balance } = await context.chain.vaultState()
  return (await readReserves(context, balance)).shortfall
}
