import { HASH_BYTES } from '@trefoil/core/proofs/bytes'
import { LEAF_KINDS } from '@trefoil/core/proofs/log-leaf'
import {
  appendToTiles,
  HASHES_PER_TILE,
  openTiles,
  rootFromTiles,
  type Tile,
  type TilePlace,
} from '@trefoil/core/proofs/log-tiles'
import type pg from 'pg'
import { numbers } from '../../ledger/columns.ts'
import { hashPairs } from './hash-leaves.ts'
import type { Leaves } from './other-leaves.ts'

/** Appends leaves to the tree, and notes what they are. Returns its new size. */
export async function appendLeaves(client: pg.ClientBase, size: number, parts: readonly Leaves[]): Promise<number> {
  const hashes = Buffer.concat(parts.map((part) => part.hashes))
  if (hashes.length === 0) return size
  const tiles = appendToTiles(size, await readTiles(client, openTiles(size)), hashes, hashPairs)
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

/** The hashes of these leaves, one after the other. */
export async function readHashes(client: pg.ClientBase, { from, to }: { from: number; to: number }): Promise<Buffer> {
  const first = Math.floor(from / HASHES_PER_TILE)
  const tiles = await readRow(client, 0, { from: first, to: Math.ceil(to / HASHES_PER_TILE) })
  const skipped = from - first * HASHES_PER_TILE
  return tiles.subarray(skipped * HASH_BYTES, (skipped + to - from) * HASH_BYTES)
}

/** How many full tiles do not lead to the hash above them: those that have these leaves, and all above them. */
export async function findBrokenTiles(
  client: pg.ClientBase,
  leaves: { from: number; to: number; size: number },
): Promise<number> {
  let broken = 0
  let { from, to, size } = leaves
  for (let level = 0; size >= HASHES_PER_TILE; level++) {
    size = Math.floor(size / HASHES_PER_TILE)
    from = Math.floor(from / HASHES_PER_TILE)
    to = Math.min(size, Math.ceil(to / HASHES_PER_TILE))
    // All below one tile are hashed together.
    for (let first = from, end = 0; first < to; first = end) {
      const above = Math.floor(first / HASHES_PER_TILE)
      end = Math.min(to, (above + 1) * HASHES_PER_TILE)
      const below = await readRow(client, level, { from: first, to: end })
      const known = await readRow(client, level + 1, { from: above, to: above + 1 })
      let row: Uint8Array = below
      while (row.length > (end - first) * HASH_BYTES) row = hashPairs(row)
      const expected = known.subarray((first - above * HASHES_PER_TILE) * HASH_BYTES)
      for (let at = 0; at < row.length; at += HASH_BYTES)
        if (!expected.subarray(at, at + HASH_BYTES).equals(row.subarray(at, at + HASH_BYTES))) broken++
    }
  }
  return broken
}

/** The hashes of neighbouring tiles. Zeros stand for those that are not there. */
async function readRow(
  client: pg.ClientBase,
  level: number,
  { from, to }: { from: number; to: number },
): Promise<Buffer> {
  const { rows } = await client.query<{ index: string; hashes: Buffer }>(
    'select index, hashes from proof_log_tile where level = $1 and index >= $2 and index < $3',
    [level, from, to],
  )
  const row = Buffer.alloc((to - from) * HASHES_PER_TILE * HASH_BYTES)
  for (const { index, hashes } of rows) row.set(hashes, (Number(index) - from) * HASHES_PER_TILE * HASH_BYTES)
  return row
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
