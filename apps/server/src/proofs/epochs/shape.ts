/** Over how many leaves each balance is split. */
export const SHARDS = 3
export const LEAVES_PER_PART = 65_536
/** Levels of the tree that are stored: the path of a leaf takes a run of 16 nodes from each. */
export const STORED_LEVELS = [0, 4, 8, 12, 16, 20] as const
/** A tree for five million members. It grows with more of them. */
const DEPTH_MIN = 24

export const depthFor = (leaves: number): number => Math.max(DEPTH_MIN, Math.ceil(Math.log2(Math.max(1, leaves))))

const OWNER_BYTES = 4 + 4 * SHARDS
/** A member waits for one part, and gets sixteen bytes of it. */
const OWNERS_PER_PART = 256

/** Whose leaves are where. Owners rise; `places` has those of all, one after the other. */
export function* packOwners(owners: Int32Array, places: Uint32Array): Generator<{ first: number; content: Buffer }> {
  for (let from = 0; from < owners.length; from += OWNERS_PER_PART) {
    const count = Math.min(OWNERS_PER_PART, owners.length - from)
    const content = Buffer.alloc(count * OWNER_BYTES)
    for (let index = 0; index < count; index++) {
      const at = index * OWNER_BYTES
      content.writeInt32BE(owners[from + index] as number, at)
      for (let shard = 0; shard < SHARDS; shard++)
        content.writeUInt32BE(places[(from + index) * SHARDS + shard] as number, at + 4 + 4 * shard)
    }
    yield { first: owners[from] as number, content }
  }
}

/** Where this owner's leaves are, in the order of their numbers. Undefined: not in this part. */
export function findPlaces(content: Buffer, owner: number): number[] | undefined {
  let [low, high] = [0, content.length / OWNER_BYTES - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = content.readInt32BE(middle * OWNER_BYTES)
    if (found === owner)
      return Array.from({ length: SHARDS }, (_, shard) => content.readUInt32BE(middle * OWNER_BYTES + 4 + 4 * shard))
    if (found < owner) low = middle + 1
    else high = middle - 1
  }
  return undefined
}
