import { HASH_BYTES } from './bytes.ts'
import { foldPeaks, logNodeHash, type NodePlace, peakPlaces } from './log.ts'

/**
 * How a log is stored, as C2SP's tlog-tiles have it: 256 hashes a tile. A tile of level 0 has the hashes of leaves, one
 * of level 1 the roots of 256 full tiles of level 0, and so on. What is between two levels is computed.
 */
const LEVELS_PER_TILE = 8
export const HASHES_PER_TILE = 2 ** LEVELS_PER_TILE

export type TilePlace = { level: number; index: number }
export type Tile = TilePlace & { hashes: Uint8Array }

/** Where a node is: the root over `count` hashes of a tile. */
export function tileOfNode({ level, index }: NodePlace): TilePlace & { from: number; count: number } {
  const count = 2 ** (level % LEVELS_PER_TILE)
  const first = index * count
  return {
    level: Math.floor(level / LEVELS_PER_TILE),
    index: Math.floor(first / HASHES_PER_TILE),
    from: first % HASHES_PER_TILE,
    count,
  }
}

/** `tileAt` finds what was stored. */
export const nodeFromTiles =
  (tileAt: (place: TilePlace) => Uint8Array) =>
  (place: NodePlace): Uint8Array => {
    const { level, index, from, count } = tileOfNode(place)
    const hashes = tileAt({ level, index }).subarray(from * HASH_BYTES, (from + count) * HASH_BYTES)
    if (hashes.length !== count * HASH_BYTES)
      throw new RangeError(
        `Tile ${index} of level ${level} ends before the node ${place.index} of level ${place.level}`,
      )
    return rootOfHashes(hashes)
  }

export const rootFromTiles = (size: number, tileAt: (place: TilePlace) => Uint8Array): Uint8Array =>
  foldPeaks(peakPlaces(size).map(nodeFromTiles(tileAt)))

/** The tiles at the end of a log of this size that are not full: what appending needs. */
export function openTiles(size: number): TilePlace[] {
  const places: TilePlace[] = []
  for (let [level, hashes] = [0, size]; hashes > 0; level++, hashes = Math.floor(hashes / HASHES_PER_TILE))
    if (hashes % HASHES_PER_TILE > 0) places.push({ level, index: Math.floor(hashes / HASHES_PER_TILE) })
  return places
}

/** The nodes above a row of nodes, half as many. */
type HashPairs = (row: Uint8Array) => Uint8Array

function hashEachPair(row: Uint8Array): Uint8Array {
  const above = new Uint8Array(row.length / 2)
  for (let at = 0; at < above.length; at += HASH_BYTES) {
    const [left, right] = [row.subarray(at * 2, at * 2 + HASH_BYTES), row.subarray(at * 2 + HASH_BYTES, at * 2 + 64)]
    above.set(logNodeHash(left, right), at)
  }
  return above
}

/** The tiles that are new or longer than before. `open` has the log's `openTiles`. */
export function appendToTiles(
  size: number,
  open: readonly Tile[],
  leafHashes: Uint8Array,
  hashPairs: HashPairs = hashEachPair,
): Tile[] {
  const changed: Tile[] = []
  let before = size
  for (let [level, added] = [0, leafHashes]; added.length > 0; level++) {
    const first = Math.floor(before / HASHES_PER_TILE)
    const known = open.find((tile) => tile.level === level && tile.index === first)?.hashes ?? new Uint8Array()
    if (known.length !== (before % HASHES_PER_TILE) * HASH_BYTES)
      throw new RangeError(`A log of ${size} leaves has another end at level ${level}`)
    const all = new Uint8Array(known.length + added.length)
    all.set(known)
    all.set(added, known.length)
    const roots: Uint8Array[] = []
    for (let at = 0; at < all.length; at += HASHES_PER_TILE * HASH_BYTES) {
      const hashes = all.slice(at, at + HASHES_PER_TILE * HASH_BYTES)
      changed.push({ level, index: first + at / (HASHES_PER_TILE * HASH_BYTES), hashes })
      if (hashes.length === HASHES_PER_TILE * HASH_BYTES) roots.push(rootOfHashes(hashes, hashPairs))
    }
    added = new Uint8Array(roots.length * HASH_BYTES)
    for (const [at, root] of roots.entries()) added.set(root, at * HASH_BYTES)
    before = first
  }
  return changed
}

/** Of a power of two of them. */
function rootOfHashes(hashes: Uint8Array, hashPairs: HashPairs = hashEachPair): Uint8Array {
  let row = hashes
  while (row.length > HASH_BYTES) row = hashPairs(row)
  return row
}
