import type { BlockRef } from '../chain/chain.ts'
import type { Tx } from '../db/database.ts'
import { digestOf, findCorrections, type Correction } from './confirm.ts'
import type { ScanContext } from './context.ts'
import { keepBlocks, keptBlocks, moveCursor, type Cursor } from './cursor.ts'
import { dropBlock, forgetDropped, makeFinal, notifyWaiting, recordTransfers } from './observe.ts'

const BLOCKS_AT_ONCE = 16

/**
 * Blocks read near the head that are final by now: confirmed, and then their deposits are the members'. The chain's
 * finality counts only for a block that we have read with the same hash.
 */
export async function finaliseBlocks(
  context: ScanContext,
  cursor: Cursor,
  final: BlockRef,
): Promise<Cursor | 'reorganised'> {
  const { db, chain } = context
  const kept = await keptBlocks(db, cursor.scanned.number)
  const isRead = final.number <= cursor.scanned.number
  if (isRead && kept.find(({ number }) => number === final.number)?.hash !== final.hash) return 'reorganised'
  const due = kept
    .filter(({ number }) => number > cursor.final.number && number <= final.number)
    .toReversed()
    .slice(0, BLOCKS_AT_ONCE)
  const last = due.at(-1)
  if (!last) return 'reorganised'
  const corrections = await findCorrections(chain, due)
  const next = corrections.length > 0 ? cursor : { scanned: cursor.scanned, final: last }
  await db.transaction().execute(async (tx) => {
    await moveCursor(tx, chain, { from: cursor, to: next })
    for (const correction of corrections) await correct(tx, context, correction)
    await notifyWaiting(tx, chain)
    if (corrections.length > 0) return
    await forgetDropped(tx, chain, cursor.scanned.number)
    await makeFinal(tx, chain, { after: cursor.final.number, upTo: last.number })
    await tx.deleteFrom('scan_block').where('number', '<', String(last.number)).execute()
  })
  return next
}

/** Read anew, the block is confirmed with the next step. */
async function correct(tx: Tx, context: ScanContext, { block, transfers }: Correction): Promise<void> {
  await dropBlock(tx, context.chain, block.number)
  await recordTransfers(tx, context, transfers)
  await keepBlocks(tx, [{ ...block, transfers: digestOf(transfers) }])
}
