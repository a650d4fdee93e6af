import { LEAF_KINDS } from '@trefoil/core/proofs/log-leaf'
import { appendToTiles, openTiles, rootFromTiles, type Tile, type TilePlace } from '@trefoil/core/proofs/log-tiles'
import type pg from 'pg'
import { numbers } from '../../ledger/columns.ts'
import { hashPair } from './hash-journals.ts'
import type { Leaves } from './other-leaves.ts'

/** Appends leaves to the tree, and notes what they are. Returns its new size. */
export async function appendLeaves(client: pg.ClientBase, size: number, parts: readonly Leaves[]): Promise<number> {
  const hashes = Buffer.concat(parts.map((part) => part.hashes))
  if (hashes.length === 0) return size
  const tiles = appendToTiles(size, await readTiles(client, openTiles(size)), hashes, hashPair)
  await client.query(
    `insert into proof_log_tile (level, index, hashes) select * from unnest($1::smallint[], $2::bigint[], $3::bytea[])
     on conflict (level, index) do update set hashes = excluded.hashes`,
    [
      numbers(tiles.map(({ level }) => level)),
      numbers(tiles.map(({ index }) => index)),
      tiles.map(({ hashes: some }) => Buffer.from(some)),
    ],
  )
  await noteRuns(client, size, parts)
  return size + hashes.length / 32
}

async function readTiles(client: pg.ClientBase, places: readonly TilePlace[]): Promise<Tile[]> {
  const { rows } = await client.query<{ level: number; index: string; hashes: Buffer }>(
    `select level, index, hashes from unnest($1::smallint[], $2::bigint[]) as wanted (level, index)
     join proof_log_tile using (level, index)`,
    [numbers(places.map(({ level }) => level)), numbers(places.map(({ index }) => index))],
  )
  return rows.map(({ index, ...tile }) => ({ ...tile, index: Number(index) }))
}

/** The root of the tree when it had this size: what is appended changes nothing below it. */
export async function readRoot(client: pg.ClientBase, size: number): Promise<Uint8Array> {
  const tiles = await readTiles(client, openTiles(size))
  return rootFromTiles(size, tileAmong(tiles))
}

export const tileAmong =
  (tiles: readonly Tile[]) =>
  ({ level, index }: TilePlace): Uint8Array => {
    const found = tiles.find((tile) => tile.level === level && tile.index === index)
    if (!found) throw new Error(`Tile ${index} of level ${level} is not there`)
    return found.hashes
  }

type Run = { firstIndex: number; kind: number; firstId: number; count: number }

async function noteRuns(client: pg.ClientBase, size: number, parts: readonly Leaves[]): Promise<void> {
  const { rows } = await client.query<{ first_index: string; kind: number; first_id: string; count: string }>(
    'select first_index, kind, first_id, count from proof_log_run order by first_index desc limit 1',
  )
  const runs: Run[] = rows.map((row) => ({
    firstIndex: Number(row.first_index),
    kind: row.kind,
    firstId: Number(row.first_id),
    count: Number(row.count),
  }))
  let index = size
  for (const { kind, ids } of parts)
    for (const id of ids) {
      const last = runs.at(-1)
      if (last && last.kind === LEAF_KINDS[kind] && last.firstId + last.count === id) last.count++
      else runs.push({ firstIndex: index, kind: LEAF_KINDS[kind], firstId: id, count: 1 })
      index++
    }
  await client.query(
    `insert into proof_log_run (first_index, kind, first_id, count)
     select * from unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::bigint[])
     on conflict (first_index) do update set count = excluded.count`,
    [
      numbers(runs.map(({ firstIndex }) => firstIndex)),
      numbers(runs.map(({ kind }) => kind)),
      numbers(runs.map(({ firstId }) => firstId)),
      numbers(runs.map(({ count }) => count)),
    ],
  )
}
