import { sql } from 'kysely'
import type { BlockRef, Chain, Hash } from '../chain/chain.ts'
import type { Database, Tx } from '../db/database.ts'
import { watchFrom } from '../reserves/watch.ts'

/** How far the chain was read, and how far it is final. */
export type Cursor = { scanned: Point; final: Point }
export type Point = { number: bigint; hash: Hash }

export async function readCursor(db: Database, chain: Chain): Promise<Cursor | undefined> {
  const row = await db.selectFrom('scan').selectAll().where('chain_id', '=', chain.id).executeTakeFirst()
  return (
    row && {
      scanned: { number: BigInt(row.scanned), hash: row.scanned_hash as Hash },
      final: { number: BigInt(row.final), hash: row.final_hash as Hash },
    }
  )
}

/** A new installation begins at the chain's head: no address was issued before, so nothing can have arrived. */
export async function beginAt(db: Database, chain: Chain, start: BlockRef): Promise<Cursor> {
  await db.transaction().execute(async (tx) => {
    const number = String(start.number)
    await sql`
      insert into scan (chain_id, scanned, scanned_hash, final, final_hash, noted, arrived, swept)
      values (${chain.id}, ${number}, ${start.hash}, ${number}, ${start.hash}, ${number},
        (select coalesce(sum(value), 0) from deposit where chain_id = ${chain.id} and state in ('final', 'credited')),
        (select coalesce(sum(value), 0) from reserve_transfer where chain_id = ${chain.id} and kind = 'sweep'))
      on conflict do nothing`.execute(tx)
    await watchFrom(tx, chain, start.number + 1n)
    await keepBlocks(tx, [start])
  })
  return { scanned: start, final: start }
}

/** Another process moved the cursor: what was read is out of date and must not be written. */
export class CursorMoved extends Error {}

/** The first write of a step. If another process was faster, the step writes nothing. */
export async function moveCursor(tx: Tx, chain: Chain, { from, to }: { from: Cursor; to: Cursor }): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('scan')
    .set({
      scanned: to.scanned.number,
      scanned_hash: to.scanned.hash,
      final: to.final.number,
      final_hash: to.final.hash,
    })
    .where('chain_id', '=', chain.id)
    .where('scanned', '=', String(from.scanned.number))
    .where('scanned_hash', '=', from.scanned.hash)
    .where('final', '=', String(from.final.number))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new CursorMoved('The scan was moved on by somebody else')
}

export async function keepBlocks(tx: Tx, blocks: readonly Point[]): Promise<void> {
  if (blocks.length === 0) return
  await tx
    .insertInto('scan_block')
    .values(blocks.map(({ number, hash }) => ({ number, hash })))
    .onConflict((known) => known.column('number').doUpdateSet((row) => ({ hash: row.ref('excluded.hash') })))
    .execute()
}

/** The blocks that may still change and the last final one, newest first. */
export async function keptBlocks(db: Database, upTo: bigint): Promise<Point[]> {
  const rows = await db
    .selectFrom('scan_block')
    .selectAll()
    .where('number', '<=', String(upTo))
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ number, hash }) => ({ number: BigInt(number), hash: hash as Hash }))
}
