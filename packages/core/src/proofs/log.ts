import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, u8 } from './bytes.ts'

/** The Merkle tree of RFC 6962: what is appended is never changed, and every size proves the sizes before it. */
export const logLeafHash = (leaf: Uint8Array): Uint8Array => sha256(concatBytes(u8(0), leaf))
export const logNodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(concatBytes(u8(1), left, right))

/** A complete subtree: `2^level` leaves from `index × 2^level`. Once complete, its hash stays. */
export type NodePlace = { level: number; index: number }
export type LogNode = NodePlace & { hash: Uint8Array }

/** What appending needs of a log: the roots of its complete subtrees, largest first. */
export type LogEnd = { size: number; peaks: readonly Uint8Array[] }

export const EMPTY_LOG: LogEnd = { size: 0, peaks: [] }

/** `completed` is what became complete, leaves included, in the order in which it did. */
export function appendToLog(
  end: LogEnd,
  leafHashes: Iterable<Uint8Array>,
): { end: LogEnd; completed: readonly LogNode[] } {
  const peaks = [...end.peaks]
  const completed: LogNode[] = []
  let { size } = end
  for (const leaf of leafHashes) {
    let node: LogNode = { level: 0, index: size, hash: leaf }
    completed.push(node)
    while (node.index % 2 === 1) {
      const left = peaks.pop()
      if (!left) throw new RangeError(`A log of ${end.size} leaves has other peaks`)
      node = { level: node.level + 1, index: (node.index - 1) / 2, hash: logNodeHash(left, node.hash) }
      completed.push(node)
    }
    peaks.push(node.hash)
    size++
  }
  return { end: { size, peaks }, completed }
}

export const logRoot = ({ peaks }: LogEnd): Uint8Array => foldPeaks(peaks)

export const rootOfLeaves = (leafHashes: Iterable<Uint8Array>): Uint8Array =>
  logRoot(appendToLog(EMPTY_LOG, leafHashes).end)

/** The root over neighbouring complete subtrees, largest first. */
export function foldPeaks(peaks: readonly Uint8Array[]): Uint8Array {
  const last = peaks.at(-1)
  if (!last) return sha256(new Uint8Array())
  return peaks.slice(0, -1).reduceRight((right, left) => logNodeHash(left, right), last)
}

/** Where the peaks of a log of this size are. */
export const peakPlaces = (size: number): NodePlace[] => completeWithin({ from: 0, to: size })

/** The complete subtrees that make up a range of leaves as the tree divides it, left to right. */
export function completeWithin({ from, to }: { from: number; to: number }): NodePlace[] {
  const places: NodePlace[] = []
  for (let start = from; start < to;) {
    let level = 0
    while (start % 2 ** (level + 1) === 0 && start + 2 ** (level + 1) <= to) level++
    places.push({ level, index: start / 2 ** level })
    start += 2 ** level
  }
  return places
}
