import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesToHex, parseHex } from './bytes.ts'
import { appendToLog, EMPTY_LOG, logLeafHash, type LogNode, logRoot, type NodePlace, peakPlaces } from './log.ts'
import { planConsistency, planInclusion, proofFrom } from './log-proof.ts'
import { isConsistent, rootFromInclusion } from './log-verify.ts'
import rfc6962 from './vectors/rfc6962.json' with { type: 'json' }

const leafHashes = rfc6962.leaves.map((leaf) => logLeafHash(parseHex(leaf, leaf.length / 2)))

test.each(rfc6962.roots.map((root, size) => ({ root, size })))(
  'RFC 6962: the root of $size leaves',
  ({ root, size }) => {
    expect(bytesToHex(logOf(leafHashes.slice(0, size)).root)).toBe(root)
  },
)

test.each(rfc6962.inclusion)('RFC 6962: leaf $index is in a log of $size', ({ index, size, hashes }) => {
  const log = logOf(leafHashes.slice(0, size))
  expect(log.inclusion(index).map(bytesToHex)).toEqual(hashes)
  const proven = rootFromInclusion({ leafHash: leafHashes[index]!, index, size, hashes: hashes.map(hash) })
  expect(proven && bytesToHex(proven)).toBe(rfc6962.roots[size])
})

test.each(rfc6962.consistency)('RFC 6962: a log of $to begins with one of $from', ({ from, to, hashes }) => {
  expect(logOf(leafHashes).consistency(from, to).map(bytesToHex)).toEqual(hashes)
  expect(isConsistent(headAt(from), headAt(to), hashes.map(hash))).toBe(true)
})

const SIZE_MAX = 130
const log = logOf(Array.from({ length: SIZE_MAX }, (_, index) => logLeafHash(Uint8Array.of(index))))
const size = fc.integer({ min: 1, max: SIZE_MAX })

test('every leaf is proven in every size, and in no other place, size or log', () => {
  fc.assert(
    fc.property(size, fc.nat(), fc.nat(), (leaves, anyLeaf, anyOther) => {
      const [index, other] = [anyLeaf % leaves, anyOther % leaves]
      const small = logOf(log.leaves.slice(0, leaves))
      const hashes = log.inclusionAt(index, leaves)
      expect(hashes.map(bytesToHex)).toEqual(small.inclusion(index).map(bytesToHex))
      const provenAt = (at: number, of: number) =>
        rootFromInclusion({ leafHash: small.leaves[index]!, index: at, size: of, hashes })
      expect(bytesToHex(provenAt(index, leaves)!)).toBe(bytesToHex(small.root))
      if (other !== index) expect(provenAt(other, leaves)).not.toEqual(small.root)
      expect(provenAt(leaves, leaves)).toBeUndefined()
      const cut = hashes.slice(1)
      if (hashes.length > 0)
        expect(rootFromInclusion({ leafHash: small.leaves[index]!, index, size: leaves, hashes: cut })).toBeUndefined()
      const long = [...hashes, small.root]
      expect(rootFromInclusion({ leafHash: small.leaves[index]!, index, size: leaves, hashes: long })).toBeUndefined()
    }),
  )
})

test('every size begins with every smaller one, and with no other log', () => {
  fc.assert(
    fc.property(fc.nat({ max: SIZE_MAX }), size, fc.nat(), (a, b, changed) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      const hashes = log.consistency(from, to)
      const first = { size: from, root: logOf(log.leaves.slice(0, from)).root }
      const second = { size: to, root: logOf(log.leaves.slice(0, to)).root }
      expect(isConsistent(first, second, hashes)).toBe(true)
      if (from < to) expect(isConsistent(second, first, hashes)).toBe(false)
      if (from === 0) return
      // Cut and regrown: one leaf that the older log had is another now.
      const regrown = log.leaves.slice(0, to).with(changed % from, logLeafHash(Uint8Array.of(1, 2, 3)))
      const other = logOf(regrown)
      expect(isConsistent(first, { size: to, root: other.root }, other.consistency(from, to))).toBe(false)
      expect(isConsistent(first, { size: to, root: other.root }, hashes)).toBe(false)
    }),
  )
})

test('appending in pieces is appending at once, and what is complete never changes', () => {
  fc.assert(
    fc.property(size, fc.nat(), (leaves, anywhere) => {
      const all = log.leaves.slice(0, leaves)
      const split = anywhere % leaves
      const first = appendToLog(EMPTY_LOG, all.slice(0, split))
      const second = appendToLog(first.end, all.slice(split))
      const once = appendToLog(EMPTY_LOG, all)
      expect(second.end.peaks.map(bytesToHex)).toEqual(once.end.peaks.map(bytesToHex))
      const written = (completed: readonly LogNode[]) => completed.map((node) => nameOf(node) + bytesToHex(node.hash))
      expect(written([...first.completed, ...second.completed])).toEqual(written(once.completed))
      const nodes = new Map(once.completed.map((node) => [nameOf(node), node.hash]))
      expect(peakPlaces(leaves).map((place) => bytesToHex(nodes.get(nameOf(place))!))).toEqual(
        once.end.peaks.map(bytesToHex),
      )
    }),
  )
})

test('a proof takes only as many nodes as the log has levels', () => {
  const places = planInclusion({ index: 0, size: 1_000_000_007 }).flat()
  expect(places.length).toBeLessThan(2 * 31)
  expect(planConsistency({ from: 999_999_937, to: 1_000_000_007 }).flat().length).toBeLessThan(4 * 31)
})

test('what is not in the log has no proof', () => {
  expect(() => planInclusion({ index: 8, size: 8 })).toThrow('no leaf 8')
  expect(() => planInclusion({ index: -1, size: 8 })).toThrow('no leaf')
  expect(() => planConsistency({ from: 9, to: 8 })).toThrow('not the first')
})

function logOf(leaves: readonly Uint8Array[]) {
  const { end, completed } = appendToLog(EMPTY_LOG, leaves)
  const nodes = new Map(completed.map((node: LogNode) => [nameOf(node), node.hash]))
  const nodeAt = (place: NodePlace) => nodes.get(nameOf(place))!
  const inclusionAt = (index: number, of: number) => proofFrom(planInclusion({ index, size: of }), nodeAt)
  return {
    leaves,
    root: logRoot(end),
    inclusionAt,
    inclusion: (index: number) => inclusionAt(index, leaves.length),
    consistency: (from: number, to: number) => proofFrom(planConsistency({ from, to }), nodeAt),
  }
}

function nameOf({ level, index }: NodePlace): string {
  return `${level}/${index}`
}

function headAt(count: number) {
  return { size: count, root: hash(rfc6962.roots[count]!) }
}

function hash(text: string): Uint8Array {
  return parseHex(text, 32)
}
