import { sql } from 'kysely'
import type { Address, Chain, Hash, LoggedAddress, LoggedTransfer } from '../chain/chain.ts'
import { checksummed } from '../chain/values.ts'
import type { Tx } from '../db/database.ts'
import { watchedAddresses } from './watch.ts'

/**
 * `fromOutside`: what came to treasury or vault, and was neither swept nor moved between the two. `swept`: in units of
 * the token, what was not recorded before.
 */
type Recorded = { fromOutside: ReserveTransfer[]; swept: bigint }

/** Records what went from or to treasury and vault. */
export async function recordReserveTransfers(
  tx: Tx,
  chain: Chain,
  transfers: readonly LoggedTransfer[],
): Promise<Recorded> {
  const watched = await watchedAddresses(tx, chain)
  const touching = transfers.filter(({ from, to }) => watched.has(from) || watched.has(to))
  if (touching.length === 0) return { fromOutside: [], swept: 0n }
  const issued = await findIssued(
    tx,
    touching.map(({ from }) => from),
  )
  const rows = touching.map((log): ReserveTransfer => {
    const kind = kindOf(log, { watched, issued })
    return { ...log, kind, from: checksummed(log.from), to: checksummed(log.to) }
  })
  const inserted = await sql<{ kind: string; value: string }>`
    insert into reserve_transfer
      (chain_id, transaction, ordinal, block_number, sender, recipient, value, kind, payout_id)
    select ${chain.id}, * from unnest(
      ${rows.map((log) => log.transaction)}::text[], ${rows.map((log) => log.ordinal)}::int[],
      ${rows.map((log) => String(log.block.number))}::bigint[], ${rows.map((log) => log.from)}::text[],
      ${rows.map((log) => log.to)}::text[], ${rows.map((log) => String(log.value))}::numeric[],
      ${rows.map((log) => log.kind)}::text[], ${rows.map((log) => log.payout)}::text[])
    on conflict do nothing returning kind, value`.execute(tx)
  return {
    fromOutside: rows.filter(({ kind }) => kind === 'in'),
    swept: inserted.rows.reduce((sum, { kind, value }) => (kind === 'sweep' ? sum + BigInt(value) : sum), 0n),
  }
}

export type ReserveTransfer = Omit<LoggedTransfer, 'from' | 'to' | 'payout'> & {
  kind: Kind
  from: Address
  to: Address
  payout: Hash | null
}

type Kind = 'sweep' | 'payout' | 'internal' | 'in' | 'out'
type Known = { watched: ReadonlySet<LoggedAddress>; issued: ReadonlySet<LoggedAddress> }

function kindOf({ from, to, payout }: LoggedTransfer, { watched, issued }: Known): Kind {
  if (payout !== null) return 'payout'
  if (issued.has(from)) return 'sweep'
  if (!watched.has(from)) return 'in'
  return watched.has(to) ? 'internal' : 'out'
}

async function findIssued(tx: Tx, addresses: readonly LoggedAddress[]): Promise<Set<LoggedAddress>> {
  const { rows } = await sql<{ asked: LoggedAddress }>`
    select asked from unnest(${[...new Set(addresses)]}::text[]) as asked
    cross join lateral (
      -- With a limit each is a look-up of its own: no plan reads all that were ever issued.
      select 1 from deposit_address where lower(address) = asked collate "C" limit 1
    ) as issued`.execute(tx)
  return new Set(rows.map(({ asked }) => asked))
}

/** Their blocks are no longer part of the chain. Those that come back are recorded anew. */
export async function forgetReserveTransfers(tx: Tx, chain: Chain, ancestor: bigint): Promise<void> {
  await sql`
    delete from reserve_transfer where chain_id = ${chain.id} and block_number > ${String(ancestor)}`.execute(tx)
}
