import { sql } from 'kysely'
import type { Chain, LoggedAddress } from '../chain/chain.ts'
import type { Reader } from '../db/database.ts'

/**
 * Sees to it that every transfer of treasury and vault is recorded from the next block on. Where an installation is
 * older than these records, the blocks since its first deposit are read once more, in steps of their own.
 */
export async function watchReserves(db: Reader, chain: Chain, scanned: bigint): Promise<void> {
  const known = await watchedAddresses(db, chain)
  const lacking = [chain.treasury, chain.vault].filter((address) => !known.has(address.toLowerCase() as LoggedAddress))
  if (lacking.length === 0) return
  await sql`
    insert into reserve_account (chain_id, address, recorded_from, history_from)
    select ${chain.id}, address, ${next(scanned)}, ${known.size > 0 ? next(scanned) : earliest(chain, scanned)}
    from unnest(${lacking}::text[]) address
    on conflict do nothing`.execute(db)
}

const next = (scanned: bigint) => sql`${String(scanned + 1n)}::bigint`

/** No money of members came or went before. */
const earliest = (chain: Chain, scanned: bigint) => sql`(
  select least(${next(scanned)}, min(block_number)) from (
    select min(block_number) as block_number from deposit where chain_id = ${chain.id}
    union all select min(block_number) from unmatched_transfer where chain_id = ${chain.id}
    union all select min(block_number) from reserve_transfer where chain_id = ${chain.id}
  ) first)`

/** Those of today, and former ones. */
export async function watchedAddresses(db: Reader, chain: Chain): Promise<Set<LoggedAddress>> {
  const rows = await db.selectFrom('reserve_account').select('address').where('chain_id', '=', chain.id).execute()
  return new Set(rows.map(({ address }) => address.toLowerCase() as LoggedAddress))
}
