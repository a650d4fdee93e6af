import { sha256 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesToHex, concatBytes, u32 } from './bytes.ts'
import { rootOfLeaves } from './log.ts'
import { planConsistency, planInclusion, proofFrom } from './log-proof.ts'
import { appendToTiles, nodeFromTiles, openTiles, rootFromTiles, type Tile, type TilePlace } from './log-tiles.ts'
import { isConsistent, rootFromInclusion } from './log-verify.ts'

const leaf = (number: number): Uint8Array => sha256(u32(number))
const leaves = (from: number, to: number): Uint8Array[] => Array.from({ length: to - from }, (_, at) => leaf(from + at))

/** Keeps tiles as the database does. */
function grow(sizes: readonly number[]) {
  const stored = new Map<string, Tile>()
  const name = ({ level, index }: TilePlace) => `${level}/${index}`
  const tileAt = (place: TilePlace): Uint8Array => stored.get(name(place))?.hashes ?? new Uint8Array()
  let size = 0
  for (const next of sizes) {
    const open = openTiles(size).map((place) => ({ ...place, hashes: tileAt(place) }))
    for (const tile of appendToTiles(size, open, concatBytes(...leaves(size, next)))) stored.set(name(tile), tile)
    size = next
  }
  return { size, stored, tileAt }
}

const growth = fc
  .array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 })
  .map((steps) => steps.map((_, at) => steps.slice(0, at + 1).reduce((sum, step) => sum + step, 0)))

test('tiles have the same root as the tree of all leaves, however it grew', () => {
  fc.assert(
    fc.property(growth, (sizes) => {
      const { size, tileAt } = grow(sizes)
      for (const one of [1, Math.ceil(size / 2), size])
        expect(bytesToHex(rootFromTiles(one, tileAt))).toBe(bytesToHex(rootOfLeaves(leaves(0, one))))
    }),
    { numRuns: 20 },
  )
})

test('proofs come from tiles alone', () => {
  fc.assert(
    fc.property(growth, fc.nat(), fc.nat(), (sizes, anyIndex, anySize) => {
      const { size, tileAt } = grow(sizes)
      const nodeAt = nodeFromTiles(tileAt)
      const from = 1 + (anySize % size)
      const root = rootFromTiles(size, tileAt)
      const consistency = proofFrom(planConsistency({ from, to: size }), nodeAt)
      expect(isConsistent({ size: from, root: rootFromTiles(from, tileAt) }, { size, root }, consistency)).toBe(true)
      const index = anyIndex % from
      const hashes = proofFrom(planInclusion({ index, size: from }), nodeAt)
      const reached = rootFromInclusion({ leafHash: leaf(index), index, size: from, hashes })
      expect(bytesToHex(reached!)).toBe(bytesToHex(rootFromTiles(from, tileAt)))
    }),
    { numRuns: 20 },
  )
})

test('a log of 65,536 leaves has one full tile above 256, and none above that', () => {
  const { stored } = grow([65_536])
  expect(stored.size).toBe(258)
  expect(stored.get('1/0')?.hashes).toHaveLength(8192)
  expect(stored.get('2/0')?.hashes).toHaveLength(32)
})

test('another end than the one there was is noticed', () => {
  expect(() => appendToTiles(3, [], leaf(3))).toThrow('has another end')
})
