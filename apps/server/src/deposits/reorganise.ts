import { ChainTrouble, type BlockRef } from '../chain/chain.ts'
import { keptBlocks, moveCursor, type Cursor, type Point } from './cursor.ts'
import { dropAbove, notifyWaiting } from './observe.ts'
import type { ScanContext } from './context.ts'

const BLOCKS_AT_ONCE = 32

/** A final block is no longer part of the chain: people have to look before anything else happens. */
class FinalityBroken extends Error {}

/**
 * Goes back to the last block that is still part of the chain. Nothing above it was credited, so nothing has to be
 * undone.
 */
export async function reorganise({ db, chain }: ScanContext, cursor: Cursor, head: BlockRef): Promise<Cursor> {
  const upTo = head.number < cursor.scanned.number ? head.number : cursor.scanned.number
  const ancestor = await lastInCommon({ db, chain }, await keptBlocks(db, upTo))
  if (!ancestor || ancestor.number < cursor.final.number) {
    throw new FinalityBroken(
      `Block ${cursor.final.number} was final as ${cursor.final.hash}, and the chain has another one in its place. ` +
        'Nothing is credited or paid until this is understood.',
    )
  }
  if (ancestor.number === cursor.scanned.number)
    throw new ChainTrouble('disagreement', 'The final block is not part of the chain being read')
  const next = { scanned: ancestor, final: cursor.final }
  await db.transaction().execute(async (tx) => {
    await moveCursor(tx, chain, { from: cursor, to: next })
    await dropAbove(tx, chain, ancestor.number)
    await notifyWaiting(tx, chain)
    await tx.deleteFrom('scan_block').where('number', '>', String(ancestor.number)).execute()
  })
  return next
}

async function lastInCommon({ chain }: ScanContext, kept: Point[]): Promise<Point | undefined> {
  for (let at = 0; at < kept.length; at += BLOCKS_AT_ONCE) {
    const some = kept.slice(at, at + BLOCKS_AT_ONCE)
    const theirs = await Promise.all(some.map(({ number }) => chain.block(number)))
    const found = some.find(({ hash }, index) => theirs[index]?.hash === hash)
    if (found) return found
  }
  return undefined
}
