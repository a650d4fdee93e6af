import { sql } from 'kysely'
import { ChainTrouble, type Address, type Chain, type LoggedTransfer } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { recordReserveTransfers } from './record.ts'

type Unread = { address: Address; recorded_from: string; history_from: string; is_final: boolean }

/**
 * One step back through blocks that were scanned before reserve transfers were recorded: one range, for one address.
 * It can be interrupted anywhere and repeated. `left`: how many blocks of it are still unread. `more`: some can be read
 * right away.
 */
export async function backfillStep({
  db,
  chain,
}: {
  db: Database
  chain: Chain
}): Promise<{ left: bigint; more: boolean }> {
  const { rows } = await sql<Unread>`
    select address, recorded_from, history_from, recorded_from <= scan.final + 1 as is_final
    from reserve_account join scan using (chain_id)
    where chain_id = ${chain.id} and recorded_from > history_from
    order by recorded_from desc, address limit 1`.execute(db)
  const [unread] = rows
  if (!unread) return { left: 0n, more: false }
  const { address } = unread
  const [earliest, recorded] = [BigInt(unread.history_from), BigInt(unread.recorded_from)]
  if (!unread.is_final) return { left: recorded - earliest, more: false }
  const { from, blocks } = await readBack(chain, address, { earliest, to: recorded - 1n })
  const transfers: LoggedTransfer[] = []
  // Whole blocks: a transfer's ordinal counts all transfers of its transaction.
  for (const block of blocks) transfers.push(...(await chain.transfers({ from: block, to: block })))
  await db.transaction().execute(async (tx) => {
    const moved = await sql`
      update reserve_account set recorded_from = ${String(from)}
      where chain_id = ${chain.id} and address = ${address} and recorded_from = ${unread.recorded_from}
      returning address`.execute(tx)
    // Another process was quicker.
    if (moved.rows.length === 0) return
    const { swept } = await recordReserveTransfers(tx, chain, transfers)
    await sql`update scan set swept = swept + ${String(swept)}::numeric where chain_id = ${chain.id}`.execute(tx)
  })
  return { left: from - earliest, more: true }
}

/** As many blocks at once as the providers allow, from `to` down. */
async function readBack(chain: Chain, address: Address, { earliest, to }: { earliest: bigint; to: bigint }) {
  for (let size = BigInt(chain.rangeMax); ; size /= 2n) {
    const from = to - size + 1n > earliest ? to - size + 1n : earliest
    try {
      return { from, blocks: await chain.blocksTouching(address, { from, to }) }
    } catch (error) {
      if (!(error instanceof ChainTrouble && error.kind === 'range') || size <= 1n) throw error
    }
  }
}
