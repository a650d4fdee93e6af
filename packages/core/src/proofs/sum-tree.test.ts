import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesToHex, concatBytes, U64_MAX } from './bytes.ts'
import { nameHash, ownerCommitment, shardHash } from './commitments.ts'
import { shuffledPlaces, splitBalance, splitBytes } from './shards.ts'
import { growSumTree, isSameNode, NODE_BYTES, pack, type SumNode, unpack } from './sum-tree.ts'
import { pathFrom, rootAbove, runsForPath } from './sum-path.ts'

const node = fc.record({
  hash: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  sum: fc.bigInt({ min: 0n, max: 2n ** 58n }),
})
const leaves = fc.array(node, { minLength: 1, maxLength: 40 })

test('a tree grown in pieces is the tree as it is defined', () => {
  fc.assert(
    fc.property(leaves, fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 9 }), (all, spare, piece) => {
      const depth = Math.ceil(Math.log2(all.length)) + spare
      const grown = grow(all, depth, piece)
      const defined = asDefined(all, depth)
      expect(isSameNode(grown.root, defined)).toBe(true)
      expect(grown.root.leaves).toBe(all.length)
    }),
  )
})

test('every leaf has a path to the root, whichever levels are stored', () => {
  fc.assert(
    fc.property(leaves, fc.nat(), fc.subarray([1, 2, 3, 4, 5, 6, 7]), fc.nat({ max: 2 }), (all, any, upper, spare) => {
      const index = any % all.length
      const depth = Math.ceil(Math.log2(all.length)) + spare
      const { root, levels } = grow(all, depth, 7)
      const shape = { depth, leaves: all.length, stored: [0, ...upper] }
      const runs = runsForPath(index, shape).map(({ level, first, count }) =>
        levels[level]!.subarray(first * NODE_BYTES, (first + count) * NODE_BYTES),
      )
      const path = pathFrom(index, shape, runs)
      expect(path.length).toBe(depth)
      expect(isSameNode(rootAbove({ leaf: all[index]!, index, path }), root)).toBe(true)
      const more = { ...all[index]!, sum: all[index]!.sum + 1n }
      expect(isSameNode(rootAbove({ leaf: more, index, path }), root)).toBe(false)
    }),
  )
})

test('the path of one leaf among three million reads a few hundred nodes', () => {
  const shape = { depth: 22, leaves: 3_000_000, stored: [0, 8, 16] }
  const runs = runsForPath(2_999_999, shape)
  expect(runs.map(({ level }) => level)).toEqual([0, 8, 16])
  expect(runs.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(256 + 256 + 64)
})

test('an empty tree owes nothing', () => {
  expect(growSumTree({ depth: 4 }).finish()).toMatchObject({ sum: 0n, leaves: 0 })
})

test('an overflow is refused, wherever it happens', () => {
  const half = { hash: new Uint8Array(32), sum: 2n ** 63n }
  expect(() => grow([half, half], 1, 1)).toThrow('2^64')
  expect(() => grow([half, { ...half, sum: 0n }, half], 2, 1)).toThrow('2^64')
  expect(() => rootAbove({ leaf: half, index: 0, path: [half] })).toThrow('2^64')
})

test('a negative amount is refused', () => {
  const owner = new Uint8Array(32)
  const nonce = new Uint8Array(16)
  expect(() => pack({ hash: owner, sum: -1n })).toThrow('not from 0')
  expect(() => pack({ hash: owner, sum: U64_MAX + 1n })).toThrow('not from 0')
  expect(() => shardHash({ epoch: 1, owner, nonce, shard: 0, amount: -1n })).toThrow('not from 0')
  expect(() => splitBalance({ balance: -1n, parts: 1, random: new Uint8Array() })).toThrow('not from 0')
})

test('more leaves than the tree has places are refused', () => {
  expect(() =>
    grow(
      Array.from({ length: 3 }, () => unpack(new Uint8Array(NODE_BYTES), 0)),
      1,
      3,
    ),
  ).toThrow('2^1')
})

test('parts always add up to the balance', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: U64_MAX }),
      fc.integer({ min: 1, max: 6 }),
      fc.nat(),
      (balance, parts, seed) => {
        const random = Uint8Array.from(
          { length: splitBytes(parts) },
          (_, at) => (seed * (at + 3) * 2_654_435_761) >>> 24,
        )
        const split = splitBalance({ balance, parts, random })
        expect(split).toHaveLength(parts)
        expect(split.every((part) => part >= 0n)).toBe(true)
        expect(split.reduce((sum, part) => sum + part, 0n)).toBe(balance)
      },
    ),
  )
})

test('extreme random bytes split as well', () => {
  for (const byte of [0, 255]) {
    const random = new Uint8Array(splitBytes(3)).fill(byte)
    const sum = (parts: bigint[]) => parts.reduce((all, part) => all + part)
    const parts = splitBalance({ balance: 10n, parts: 3, random })
    expect([sum(parts), parts.filter((part) => part === 0n).length]).toEqual([10n, 2])
  }
})

test('shuffling uses every place once, and depends on the random bytes', () => {
  let state = 1
  const random = (bytes: number) =>
    Uint8Array.from({ length: bytes }, () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) >>> 16)
  const [first, second] = [shuffledPlaces(1000, random), shuffledPlaces(1000, random)]
  expect([...first].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, place) => place))
  expect([...first]).not.toEqual([...second])
})

test('an owner of another name, kind, epoch, salt or installation is another owner', () => {
  const owner = {
    installation: new Uint8Array(32).fill(1),
    epoch: 7,
    kind: 'member' as const,
    name: nameHash('tf1'),
    salt: new Uint8Array(32).fill(2),
  }
  const others = [
    owner,
    { ...owner, installation: new Uint8Array(32) },
    { ...owner, epoch: 8 },
    { ...owner, kind: 'cause' as const },
    { ...owner, name: nameHash('tf2') },
    { ...owner, salt: new Uint8Array(32) },
  ]
  expect(new Set(others.map((other) => bytesToHex(ownerCommitment(other)))).size).toBe(others.length)
})

function grow(all: readonly SumNode[], depth: number, piece: number) {
  const levels: Uint8Array[] = []
  const tree = growSumTree({
    depth,
    keep: (level, nodes) => {
      levels[level] = concatBytes(levels[level] ?? new Uint8Array(), nodes)
    },
  })
  for (let at = 0; at < all.length; at += piece) tree.append(concatBytes(...all.slice(at, at + piece).map(pack)))
  return { root: tree.finish(), levels }
}

/** Straight from the definition, with Node's own SHA-256. */
function asDefined(all: readonly SumNode[], depth: number): SumNode {
  if (depth === 0) return all[0] ?? { hash: new Uint8Array(32), sum: 0n }
  const half = 2 ** (depth - 1)
  const [left, right] = [asDefined(all.slice(0, half), depth - 1), asDefined(all.slice(half), depth - 1)]
  const preimage = Buffer.alloc(81)
  preimage[0] = 1
  preimage.writeBigUInt64BE(left.sum, 1)
  preimage.set(left.hash, 9)
  preimage.writeBigUInt64BE(right.sum, 41)
  preimage.set(right.hash, 49)
  return { hash: createHash('sha256').update(preimage).digest(), sum: left.sum + right.sum }
}
