import { ChainTrouble, type BlockRef, type Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { watchReserves } from '../reserves/watch.ts'
import { beginAt, keepBlocks, keptBlocks, moveCursor, readCursor, type Cursor, type Point } from './cursor.ts'
import type { ScanContext } from './context.ts'
import { forgetDropped, makeFinal, recordTransfers, notifyWaiting } from './observe.ts'
import { reorganise } from './reorganise.ts'

/** `more`: there is more to read right away. */
export type Progress = { more: boolean; head: bigint; cursor: Cursor }

/** Closer to finality than this, blocks are read one by one. */
const NEAR_BLOCKS = 20
const BLOCKS_AT_ONCE = 16

/**
 * One step along the chain: the network first, then one short transaction. It can be repeated, or cut off anywhere:
 * unique keys absorb what is written twice, and a step that another process overtook writes nothing.
 */
export async function scanStep(context: ScanContext): Promise<Progress> {
  const { db, chain } = context
  // Finality before the head: every block up to there that is read from now on will stay.
  const final = await chain.finalized()
  const head = await chain.head()
  const cursor = (await readCursor(db, chain)) ?? (await beginAt(db, chain, final))
  await watchReserves(db, chain, cursor.scanned.number)
  if (await isOnAnotherBranch(context, cursor, head)) {
    return { more: true, head: head.number, cursor: await reorganise(context, cursor, head) }
  }
  const next =
    final.number - cursor.scanned.number > NEAR_BLOCKS
      ? await scanRange(context, cursor, final)
      : await scanBlocks(context, cursor, { head, final })
  if (next === 'reorganised') return { more: true, head: head.number, cursor: await reorganise(context, cursor, head) }
  return { more: next.scanned.number < head.number, head: head.number, cursor: next }
}

/** Whether the last block read is no longer part of the chain. */
async function isOnAnotherBranch({ db, chain }: ScanContext, { scanned }: Cursor, head: BlockRef): Promise<boolean> {
  if (head.number >= scanned.number) return (await chain.block(scanned.number))?.hash !== scanned.hash
  // A shorter chain is another branch, or the same one from a slow provider.
  const [kept] = await keptBlocks(db, head.number)
  return kept?.number !== head.number || kept.hash !== head.hash
}

/** Far behind: ranges of final blocks, in which nothing can change. */
async function scanRange({ db, chain }: ScanContext, cursor: Cursor, final: BlockRef): Promise<Cursor> {
  const from = cursor.scanned.number + 1n
  const { to, transfers } = await readRange(chain, { from, to: final.number })
  const last = await chain.block(to)
  if (!last) throw new ChainTrouble('behind', `Block ${to} is final, but cannot be read`)
  const next = { scanned: last, final: last }
  await db.transaction().execute(async (tx) => {
    await moveCursor(tx, chain, { from: cursor, to: next })
    await recordTransfers(tx, chain, transfers)
    await makeFinal(tx, chain, { after: cursor.final.number, upTo: to })
    await forgetDropped(tx, chain, to)
    await keepBlocks(tx, [last])
    await tx.deleteFrom('scan_block').where('number', '<', String(to)).execute()
  })
  return next
}

/** As large a range as the providers allow. */
async function readRange(chain: Chain, asked: { from: bigint; to: bigint }) {
  for (let size = BigInt(chain.rangeMax); ; size /= 2n) {
    const to = asked.from + size - 1n < asked.to ? asked.from + size - 1n : asked.to
    try {
      return { to, transfers: await chain.transfers({ from: asked.from, to }) }
    } catch (error) {
      if (!(error instanceof ChainTrouble && error.kind === 'range') || size <= 1n) throw error
    }
  }
}

/** Near the head: block by block, each linked to its parent. */
async function scanBlocks(
  { db, chain }: ScanContext,
  cursor: Cursor,
  { head, final }: { head: BlockRef; final: BlockRef },
): Promise<Cursor | 'reorganised'> {
  const blocks = await readBlocks(chain, cursor.scanned, head)
  if (blocks === 'reorganised') return 'reorganised'
  const transfers = await Promise.all(blocks.map(({ hash }) => chain.transfers({ blockHash: hash })))
  const scanned = blocks.at(-1) ?? cursor.scanned
  const settled = await finalPoint(db, { cursor, blocks, scanned, final })
  if (settled === 'reorganised') return 'reorganised'
  const next = { scanned, final: settled }
  if (blocks.length === 0 && settled.number === cursor.final.number) return cursor
  await db.transaction().execute(async (tx) => {
    await moveCursor(tx, chain, { from: cursor, to: next })
    await keepBlocks(tx, blocks)
    await recordTransfers(tx, chain, transfers.flat())
    await notifyWaiting(tx, chain)
    await forgetDropped(tx, chain, scanned.number)
    await makeFinal(tx, chain, { after: cursor.final.number, upTo: settled.number })
    await tx.deleteFrom('scan_block').where('number', '<', String(settled.number)).execute()
  })
  return next
}

async function readBlocks(chain: Chain, after: Point, head: BlockRef): Promise<BlockRef[] | 'reorganised'> {
  const count = Number(head.number - after.number)
  const numbers = Array.from(
    { length: Math.max(0, Math.min(count, BLOCKS_AT_ONCE)) },
    (_, n) => after.number + BigInt(n) + 1n,
  )
  const read = await Promise.all(numbers.map((number) => chain.block(number)))
  const blocks: BlockRef[] = []
  let before = after
  for (const block of read) {
    // The chain became shorter while it was being read.
    if (!block) break
    if (block.parentHash !== before.hash) return blocks.length === 0 ? 'reorganised' : blocks
    blocks.push(block)
    before = block
  }
  return blocks
}

type Settling = { cursor: Cursor; blocks: BlockRef[]; scanned: Point; final: BlockRef }

/** How far our reading is final. The chain's finality counts only for a block that we have read with the same hash. */
async function finalPoint(db: Database, { cursor, blocks, scanned, final }: Settling): Promise<Point | 'reorganised'> {
  if (final.number <= cursor.final.number) return cursor.final
  if (final.number > scanned.number) return blocks.length > 0 ? scanned : cursor.final
  const ours =
    blocks.find(({ number }) => number === final.number) ??
    (await keptBlocks(db, final.number)).find(({ number }) => number === final.number)
  return ours?.hash === final.hash ? final : 'reorganised'
}
