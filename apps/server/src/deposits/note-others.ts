import { ChainTrouble, type BlockRef, type Chain } from '../chain/chain.ts'
import { CursorMoved } from './cursor.ts'
import { recordOthers } from './observe.ts'
import type { ScanContext } from './context.ts'

const BLOCKS_AT_ONCE = 16

/**
 * One step of the search for unmatched transfers in final blocks. Nothing waits for it, and it resumes where it was,
 * however long the server was down.
 */
export async function noteOthersStep({ db, chain }: ScanContext): Promise<{ left: bigint }> {
  const row = await db.selectFrom('scan').select(['noted', 'final']).where('chain_id', '=', chain.id).executeTakeFirst()
  if (!row) return { left: 0n }
  const [noted, final] = [BigInt(row.noted), BigInt(row.final)]
  const count = Math.min(Number(final - noted), BLOCKS_AT_ONCE)
  if (count === 0) return { left: 0n }
  const numbers = Array.from({ length: count }, (_, n) => noted + BigInt(n) + 1n)
  const blocks = await Promise.all(numbers.map((number) => finalBlock(chain, number)))
  const others = await Promise.all(blocks.map(({ hash }) => chain.others(hash)))
  const upTo = noted + BigInt(count)
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('scan')
      .set({ noted: upTo })
      .where('chain_id', '=', chain.id)
      .where('noted', '=', String(noted))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) throw new CursorMoved('Somebody else has noted these')
    await recordOthers(tx, chain, others.flat())
  })
  return { left: final - upTo }
}

async function finalBlock(chain: Chain, number: bigint): Promise<BlockRef> {
  const block = await chain.block(number)
  if (!block) throw new ChainTrouble('behind', `Block ${number} is final, but cannot be read`)
  return block
}
