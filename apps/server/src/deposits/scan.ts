import { ChainTrouble, type BlockRef, type Chain } from '../chain/chain.ts'
import { watchReserves } from '../reserves/watch.ts'
import { beginAt, keepBlocks, keptBlocks, moveCursor, readCursor, type Cursor, type Point } from './cursor.ts'
import { digestOf } from './confirm.ts'
import type { ScanContext } from './context.ts'
import { finaliseBlocks } from './finalise.ts'
import { forgetDropped, makeFinal, recordTransfers, notifyWaiting } from './observe.ts'
import { reorganise } from './reorganise.ts'

/** `more`: there is more to read right away. `stalledAt`: where the chain's own finality stands still. */
export type Progress = { more: boolean; head: bigint; cursor: Cursor; stalledAt: bigint | undefined }

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
  const { stalledAt } = final
  const next = (await isOnAnotherBranch(context, cursor, head))
    ? 'reorganised'
    : await advance(context, cursor, { head, final })
  if (next === 'reorganised')
    return { more: true, head: head.number, cursor: await reorganise(context, cursor, head), stalledAt }
  const isFinalAhead = final.number > next.final.number && next.scanned.number > next.final.number
  return { more: next.scanned.number < head.number || isFinalAhead, head: head.number, cursor: next, stalledAt }
}

type Ends = { head: BlockRef; final: BlockRef }

/** What was read and is final comes first: it is somebody's money. */
function advance(context: ScanContext, cursor: Cursor, { head, final }: Ends): Promise<Cursor | 'reorganised'> {
  if (final.number > cursor.final.number && cursor.scanned.number > cursor.final.number)
    return finaliseBlocks(context, cursor, final)
  return final.number - cursor.scanned.number > NEAR_BLOCKS
    ? scanRange(context, cursor, final)
    : scanBlocks(context, cursor, head)
}

/** Whether the last block read is no longer part of the chain. */
async function isOnAnotherBranch(
  { db, chain }: ScanContext,
  { scanned, final }: Cursor,
  head: BlockRef,
): Promise<boolean> {
  if (head.number < final.number)
    throw new ChainTrouble('behind', `The providers are at block ${head.number}, and ${final.number} was final already`)
  if (head.number >= scanned.number) return (await chain.block(scanned.number))?.hash !== scanned.hash
  // A shorter chain is another branch, or the same one from a slow provider.
  const [kept] = await keptBlocks(db, head.number)
  return kept?.number !== head.number || kept.hash !== head.hash
}

/** Far behind: ranges of final blocks, in which nothing can change. */
async function scanRange(context: ScanContext, cursor: Cursor, final: BlockRef): Promise<Cursor> {
  const { db, chain } = context
  const from = cursor.scanned.number + 1n
  const { to, transfers } = await readRange(chain, { from, to: final.number })
  const last = await chain.block(to)
  if (!last) throw new ChainTrouble('behind', `Block ${to} is final, but cannot be read`)
  const next = { scanned: last, final: last }
  await db.transaction().execute(async (tx) => {
    await moveCursor(tx, chain, { from: cursor, to: next })
    await recordTransfers(tx, context, transfers)
    await makeFinal(tx, chain, { after: cursor.final.number, upTo: to })
    await forgetDropped(tx, chain, to)
    await keepBlocks(tx, [{ ...last, transfers: null }])
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
async function scanBlocks(context: ScanContext, cursor: Cursor, head: BlockRef): Promise<Cursor | 'reorganised'> {
  const { db, chain } = context
  const blocks = await readBlocks(chain, cursor.scanned, head)
  if (blocks === 'reorganised') return 'reorganised'
  const scanned = blocks.at(-1)
  if (!scanned) return cursor
  const read = await Promise.all(
    blocks.map(async (block) => ({ block, transfers: await chain.transfers({ blockHash: block.hash }) })),
  )
  const next = { scanned, final: cursor.final }
  await db.transaction().execute(async (tx) => {
    await moveCursor(tx, chain, { from: cursor, to: next })
    await keepBlocks(
      tx,
      read.map(({ block, transfers }) => ({ ...block, transfers: digestOf(transfers) })),
    )
    await recordTransfers(
      tx,
      context,
      read.flatMap(({ transfers }) => transfers),
    )
    await notifyWaiting(tx, chain)
    await forgetDropped(tx, chain, scanned.number)
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
