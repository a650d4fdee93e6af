import { isSame } from './bytes.ts'
import { logNodeHash } from './log.ts'

/** The root that a leaf's proof leads to (RFC 9162, 2.1.3.2), or undefined if no tree of this size has such a proof. */
export function rootFromInclusion({
  leafHash,
  index,
  size,
  hashes,
}: {
  leafHash: Uint8Array
  index: number
  size: number
  hashes: readonly Uint8Array[]
}): Uint8Array | undefined {
  if (index >= size) return undefined
  let [own, last] = [index, size - 1]
  let root = leafHash
  for (const hash of hashes) {
    if (last === 0) return undefined
    if (own % 2 === 1 || own === last) {
      root = logNodeHash(hash, root)
      while (own % 2 === 0 && own !== 0) [own, last] = [half(own), half(last)]
    } else {
      root = logNodeHash(root, hash)
    }
    ;[own, last] = [half(own), half(last)]
  }
  return last === 0 ? root : undefined
}

type Head = { size: number; root: Uint8Array }

/**
 * The roots of both logs that the proof leads to (RFC 9162, 2.1.4.2), or undefined if no logs of these sizes have such a
 * proof. Two logs of one size are the same log, and an empty one begins every other.
 */
export function rootsFromConsistency({
  first,
  second,
  hashes,
}: {
  first: Head
  second: Head
  hashes: readonly Uint8Array[]
}): { first: Uint8Array; second: Uint8Array } | undefined {
  if (first.size > second.size) return undefined
  if (first.size === second.size || first.size === 0) {
    if (hashes.length > 0) return undefined
    return { first: first.root, second: first.size === 0 ? second.root : first.root }
  }
  const known = isPowerOfTwo(first.size) ? [first.root, ...hashes] : hashes
  let [own, last] = [first.size - 1, second.size - 1]
  while (own % 2 === 1) [own, last] = [half(own), half(last)]
  const [start, ...rest] = known
  if (!start) return undefined
  let [older, newer] = [start, start]
  for (const hash of rest) {
    if (last === 0) return undefined
    if (own % 2 === 1 || own === last) {
      older = logNodeHash(hash, older)
      newer = logNodeHash(hash, newer)
      while (own % 2 === 0 && own !== 0) [own, last] = [half(own), half(last)]
    } else {
      newer = logNodeHash(newer, hash)
    }
    ;[own, last] = [half(own), half(last)]
  }
  return last === 0 ? { first: older, second: newer } : undefined
}

/** Whether the second log begins with the first one. */
export function isConsistent(first: Head, second: Head, hashes: readonly Uint8Array[]): boolean {
  const roots = rootsFromConsistency({ first, second, hashes })
  return roots !== undefined && isSame(roots.first, first.root) && isSame(roots.second, second.root)
}

const half = (value: number): number => Math.floor(value / 2)

function isPowerOfTwo(value: number): boolean {
  let rest = value
  while (rest % 2 === 0) rest /= 2
  return rest === 1
}
