import { sql } from 'kysely'
import type { Address, Chain, LoggedAddress } from '../chain/chain.ts'
import type { Database, Reader, Tx } from '../db/database.ts'

/** A new installation records every transfer of treasury and vault from its first block on. */
export async function watchFrom(tx: Tx, chain: Chain, first: bigint): Promise<void> {
  await sql`
    insert into reserve_account (chain_id, address, recorded_from, history_from)
    select ${chain.id}, address, ${String(first)}::bigint, ${String(first)}::bigint
    from unnest(${[chain.treasury, chain.vault]}::text[]) address on conflict do nothing`.execute(tx)
}

/**
 * Where an installation is older than these records, the blocks since its first deposit are read once more, in steps of
 * their own. Where treasury or vault is another than before, what it holds already is ours from before.
 */
export async function watchReserves(db: Database, chain: Chain, scanned: bigint): Promise<void> {
  const known = await watchedAddresses(db, chain)
  const lacking = [chain.treasury, chain.vault].filter((address) => !known.has(address.toLowerCase() as LoggedAddress))
  if (lacking.length === 0) return
  const isFirst = known.size === 0
  const held = isFirst ? [] : await Promise.all(lacking.map((address) => chain.balanceOf(address, scanned)))
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into reserve_account (chain_id, address, recorded_from, history_from)
      select ${chain.id}, address, ${next(scanned)}, ${isFirst ? earliest(chain, scanned) : next(scanned)}
      from unnest(${lacking}::text[]) address`.execute(tx)
    const more = held.reduce((sum, units) => sum + units, 0n)
    await sql`
      update scan set opening = opening + ${String(more)}::numeric where chain_id = ${chain.id}`.execute(tx)
  })
}

const next = (scanned: bigint) => sql`${String(scanned + 1n)}::bigint`

/** No money of members came or went before. */
const earliest = (chain: Chain, scanned: bigint) => sql`(
  select least(${next(scanned)}, min(block_number)) from (
    select min(block_number) as block_number from deposit where chain_id = ${chain.id}
    union all select min(block_number) from unmatched_transfer where chain_id = ${chain.id}
    union all select min(block_number) from reserve_transfer where chain_id = ${chain.id}
  ) first)`

/** Where the reserves are besides the vault: in the treasury, and in former ones of both. */
export async function readOtherReserves(db: Reader, { id, vault, treasury }: Chain): Promise<Address[]> {
  const rows = await db.selectFrom('reserve_account').select('address').where('chain_id', '=', id).execute()
  const all = new Set([treasury, ...rows.map(({ address }) => address as Address)])
  all.delete(vault)
  return [...all]
}

/** Those of today, and former ones. */
export async function watchedAddresses(db: Reader, chain: Chain): Promise<Set<LoggedAddress>> {
  const rows = await db.selectFrom('reserve_account').select('address').where('chain_id', '=', chain.id).execute()
  return new Set(rows.map(({ address }) => address.toLowerCase() as LoggedAddress))
}
