import { sha256 } from '@noble/hashes/sha2.js'
import { assertU64, concatBytes, HASH_BYTES, isSame, U64_MAX, viewOf } from './bytes.ts'

/** A leaf or a node as it is stored and published: its hash, then its sum. */
export const NODE_BYTES = 40
export const DEPTH_MAX = 32

export type SumNode = { hash: Uint8Array; sum: bigint }

/** Takes nodes of a level from left to right, without the padding. */
export type KeepNodes = (level: number, nodes: Uint8Array) => void

/**
 * A tree of `2^depth` leaves that grows from left to right, in pieces of any size. It holds one node per level; `keep`
 * is told of everything else. Beyond the last leaf it is padded with leaves of 32 zero bytes and no amount.
 */
export function growSumTree({ depth, keep }: { depth: number; keep?: KeepNodes }) {
  if (!Number.isInteger(depth) || depth < 0 || depth > DEPTH_MAX) throw new RangeError(`A tree of depth ${depth}`)
  /** Per level, the node that waits for its right neighbour. */
  const waiting: (Uint8Array | undefined)[] = []
  let count = 0
  let root: Uint8Array | undefined

  function add(level: number, nodes: Uint8Array): void {
    keep?.(level, nodes)
    if (level === depth) {
      root = nodes
      return
    }
    const left = waiting[level]
    const all = left ? concatBytes(left, nodes) : nodes
    const paired = all.length - (all.length % (2 * NODE_BYTES))
    waiting[level] = paired < all.length ? all.slice(paired) : undefined
    if (paired > 0) add(level + 1, parentsOf(all.subarray(0, paired)))
  }

  return {
    append(leaves: Uint8Array): void {
      if (leaves.length % NODE_BYTES !== 0) throw new RangeError('Not a whole number of leaves')
      count += leaves.length / NODE_BYTES
      if (count > 2 ** depth) throw new RangeError(`More than 2^${depth} leaves`)
      if (leaves.length > 0) add(0, leaves)
    },
    finish(): SumNode & { leaves: number } {
      const padding = paddingOf(depth)
      for (let level = 0; level < depth; level++) {
        const left = waiting[level]
        waiting[level] = undefined
        if (left) add(level + 1, parentsOf(concatBytes(left, padding[level] as Uint8Array)))
      }
      return { ...unpack(root ?? (padding[depth] as Uint8Array), 0), leaves: count }
    },
  }
}

/** The nodes above pairs of nodes. Both sums are inside each hash, so that neither child's can be left out. */
export function parentsOf(children: Uint8Array): Uint8Array {
  const parents = new Uint8Array(children.length / 2)
  const [below, above] = [viewOf(children), viewOf(parents)]
  const preimage = new Uint8Array(1 + 2 * NODE_BYTES)
  preimage[0] = 1
  for (let at = 0; at < children.length; at += 2 * NODE_BYTES) {
    const sum = below.getBigUint64(at + HASH_BYTES) + below.getBigUint64(at + NODE_BYTES + HASH_BYTES)
    if (sum > U64_MAX) throw new RangeError('The sum is more than 2^64 - 1')
    preimage.set(children.subarray(at + 32, at + 40), 1)
    preimage.set(children.subarray(at, at + 32), 9)
    preimage.set(children.subarray(at + 72, at + 80), 41)
    preimage.set(children.subarray(at + 40, at + 72), 49)
    parents.set(sha256(preimage), at / 2)
    above.setBigUint64(at / 2 + HASH_BYTES, sum)
  }
  return parents
}

export const parentOf = (left: SumNode, right: SumNode): SumNode =>
  unpack(parentsOf(concatBytes(pack(left), pack(right))), 0)

/** The node on each level under which there is nothing, packed. */
export function paddingOf(depth: number): Uint8Array[] {
  const levels: Uint8Array[] = [new Uint8Array(NODE_BYTES)]
  for (let level = 0; level < depth; level++) {
    const below = levels[level] as Uint8Array
    levels.push(parentsOf(concatBytes(below, below)))
  }
  return levels
}

export function pack({ hash, sum }: SumNode): Uint8Array {
  const packed = new Uint8Array(NODE_BYTES)
  writeNode(packed, 0, { hash, sum })
  return packed
}

export function writeNode(nodes: Uint8Array, index: number, { hash, sum }: SumNode): void {
  if (hash.length !== HASH_BYTES) throw new RangeError(`A hash of ${hash.length} bytes`)
  nodes.set(hash, index * NODE_BYTES)
  viewOf(nodes).setBigUint64(index * NODE_BYTES + HASH_BYTES, assertU64(sum))
}

export function unpack(nodes: Uint8Array, index: number): SumNode {
  const at = index * NODE_BYTES
  return { hash: nodes.slice(at, at + HASH_BYTES), sum: viewOf(nodes).getBigUint64(at + HASH_BYTES) }
}

export const isSameNode = (a: SumNode, b: SumNode): boolean => a.sum === b.sum && isSame(a.hash, b.hash)
