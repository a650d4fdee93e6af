import { sha256 } from '@noble/hashes/sha2.js'
import { assertU64, concatBytes, HASH_BYTES, isSame, makeRoom, type Room, U64_MAX, viewOf } from './bytes.ts'

/** A leaf or a node as it is stored and published: its hash, then its sum. */
export const NODE_BYTES = 40
export const DEPTH_MAX = 32

export type SumNode = { hash: Uint8Array; sum: bigint }

/** Takes nodes of a level from left to right, without the padding. */
export type KeepNodes = (level: number, nodes: Uint8Array) => void

/** Gives the nodes above pairs of nodes. */
export type ParentsOf = (children: Uint8Array) => Uint8Array

type Growing = {
  depth: number
  keep?: KeepNodes
  /** Another way to hash the same, for trees with millions of leaves. */
  above?: ParentsOf
}

/**
 * A tree of `2^depth` leaves that grows from left to right, in pieces of any size. It holds one node per level; `keep`
 * is told of everything else. Beyond the last leaf it is padded with leaves of 32 zero bytes and no amount.
 */
export function growSumTree({ depth, keep, above = parentsOf }: Growing) {
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
    if (paired > 0) add(level + 1, above(all.subarray(0, paired)))
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

/** The nodes above pairs of nodes. */
export function parentsOf(children: Uint8Array): Uint8Array {
  const parents = new Uint8Array(children.length / 2)
  const [below, above] = [viewOf(children), viewOf(parents)]
  for (let at = 0; at < parents.length; at += NODE_BYTES) {
    const sum = writeParent(parentRoom, 0, { bytes: children, view: below }, 2 * at)
    parents.set(sha256(parentRoom.bytes), at)
    above.setBigUint64(at + HASH_BYTES, sum)
  }
  return parents
}

/** How long the message is that is hashed for a parent. */
export const PARENT_BYTES = 1 + 2 * NODE_BYTES

/** What the hash above two children is the hash of, and their sum. Both of theirs are in it, so that neither can be left out. */
export function writeParent(to: Room, at: number, children: Room, from: number): bigint {
  const { bytes, view } = children
  const [left, right] = [view.getBigUint64(from + HASH_BYTES), view.getBigUint64(from + NODE_BYTES + HASH_BYTES)]
  const sum = left + right
  if (sum > U64_MAX) throw new RangeError('The sum is more than 2^64 - 1')
  to.bytes[at] = 1
  to.view.setBigUint64(at + 1, left)
  to.bytes.set(bytes.subarray(from, from + HASH_BYTES), at + 9)
  to.view.setBigUint64(at + 41, right)
  to.bytes.set(bytes.subarray(from + NODE_BYTES, from + NODE_BYTES + HASH_BYTES), at + 49)
  return sum
}

const parentRoom = makeRoom(PARENT_BYTES)

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

export function pack(node: SumNode): Uint8Array {
  const room = makeRoom(NODE_BYTES)
  writeNode(room, 0, node)
  return room.bytes
}

export function writeNode({ bytes, view }: Room, index: number, { hash, sum }: SumNode): void {
  if (hash.length !== HASH_BYTES) throw new RangeError(`A hash of ${hash.length} bytes`)
  bytes.set(hash, index * NODE_BYTES)
  view.setBigUint64(index * NODE_BYTES + HASH_BYTES, assertU64(sum))
}

export function unpack(nodes: Uint8Array, index: number): SumNode {
  const at = index * NODE_BYTES
  return { hash: nodes.slice(at, at + HASH_BYTES), sum: viewOf(nodes).getBigUint64(at + HASH_BYTES) }
}

export const isSameNode = (a: SumNode, b: SumNode): boolean => a.sum === b.sum && isSame(a.hash, b.hash)
