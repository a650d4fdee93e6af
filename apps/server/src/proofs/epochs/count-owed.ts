import { randomBytes } from 'node:crypto'
import { HASH_BYTES, makeRoom, U64_MAX } from '@trefoil/core/proofs/bytes'
import { OWNER_BYTES, SHARD_BYTES, writeOwner, writeShard } from '@trefoil/core/proofs/commitments'
import { shuffledPlaces, splitBalance, splitBytes } from '@trefoil/core/proofs/shards'
import { growSumTree, NODE_BYTES, writeNode } from '@trefoil/core/proofs/sum-tree'
import { hashMany } from '../sha256/hash-many.ts'
import { CannotCount } from './cannot-count.ts'
import { epochSecrets } from './epoch-key.ts'
import { parentsOfMany } from './parents-of-many.ts'
import { kindOf, type Owed } from './read-owed.ts'
import { depthFor, LEAVES_PER_PART, SHARDS, STORED_LEVELS } from './shape.ts'

export type CountedEpoch = {
  depth: number
  leaves: number
  root: Uint8Array
  total: bigint
  /** Whose leaf is where, in the order of `owners` and of their shards. */
  places: Uint32Array
}

/** Takes a stored part of the tree. */
export type KeepPart = (part: { level: number; part: number; content: Uint8Array }) => Promise<void>

type Counting = {
  owed: Owed
  epoch: number
  installation: Uint8Array
  key: Uint8Array
  keep: KeepPart
  /** Between pieces of work that take long. */
  rest: () => Promise<void>
  progress?: (owners: number) => void
}

/** Hashed together, and then told. */
const OWNERS_AT_ONCE = 4096

/** Splits every balance, shuffles the leaves and adds them up. Fails unless they are worth what the ledger says. */
export async function countOwed(counting: Counting): Promise<CountedEpoch> {
  const { owed, keep, rest } = counting
  assertBalanced(owed)
  const leaves = owed.owners.length * SHARDS
  const places = shuffledPlaces(leaves, randomBytes)
  const nodes = await makeLeaves(counting, places)
  const depth = depthFor(leaves)
  const above = new Map<number, Uint8Array[]>(STORED_LEVELS.slice(1).map((level) => [level, []]))
  const tree = growSumTree({
    depth,
    keep: (level, some) => void above.get(level)?.push(some),
    above: parentsOfMany,
  })
  for (let part = 0; part * LEAVES_PER_PART < leaves; part++) {
    const content = nodes.subarray(part * LEAVES_PER_PART * NODE_BYTES, (part + 1) * LEAVES_PER_PART * NODE_BYTES)
    tree.append(content)
    await keep({ level: 0, part, content })
    await rest()
  }
  const { hash: root, sum: total } = tree.finish()
  if (total !== owed.total) throw new Error(`The tree counts ${total} units, but ${owed.total} are owed`)
  for (const [level, some] of above) {
    const all = Buffer.concat(some)
    for (let part = 0; part * LEAVES_PER_PART * NODE_BYTES < all.length; part++)
      await keep({
        level,
        part,
        content: all.subarray(part * LEAVES_PER_PART * NODE_BYTES, (part + 1) * LEAVES_PER_PART * NODE_BYTES),
      })
  }
  return { depth, leaves, root, total, places }
}

/** First, because a tree of them would take a minute to say the same, and cannot hold more than 64 bits. */
function assertBalanced({ amounts, total }: Owed): void {
  const sum = amounts.reduce((some, amount) => some + amount, 0n)
  if (sum !== total) throw new CannotCount(`Everybody together is owed ${sum} units, but the ledger says ${total}`)
  if (sum > U64_MAX) throw new CannotCount(`${sum} units are owed, more than a tree can hold`)
}

/** All leaves in one piece of memory, each at its place. */
async function makeLeaves(
  { owed, epoch, installation, key, rest, progress }: Counting,
  places: Uint32Array,
): Promise<Uint8Array> {
  const { owners, amounts, names } = owed
  const nodes = makeRoom(places.length * NODE_BYTES)
  const secretsOf = epochSecrets(key)
  const random = randomSupply(splitBytes(SHARDS))
  for (let first = 0; first < owners.length; first += OWNERS_AT_ONCE) {
    const some = Array.from(owners.subarray(first, first + OWNERS_AT_ONCE), (number, index) => ({
      kind: kindOf(number),
      name: names.subarray((first + index) * HASH_BYTES, (first + index + 1) * HASH_BYTES),
      amount: amounts[first + index] as bigint,
      ...secretsOf(number),
    }))
    const commitments = new Uint8Array(some.length * HASH_BYTES)
    hashMany(some, {
      length: OWNER_BYTES,
      write: (room, at, owner) => writeOwner(room, at, { installation, epoch, ...owner }),
      take: (hash, index) => commitments.set(hash, index * HASH_BYTES),
    })
    const shards = some.flatMap(({ amount, nonces }, index) => {
      const owner = commitments.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)
      const parts = splitBalance({ balance: amount, parts: SHARDS, random: random() })
      return parts.map((part, shard) => ({ epoch, owner, nonce: nonces[shard] as Uint8Array, shard, amount: part }))
    })
    hashMany(shards, {
      length: SHARD_BYTES,
      write: writeShard,
      take: (hash, index, { amount }) =>
        writeNode(nodes, places[first * SHARDS + index] as number, { hash, sum: amount }),
    })
    progress?.(first + some.length)
    await rest()
  }
  return nodes.bytes
}

/** Random bytes in small pieces, drawn in large ones. */
function randomSupply(bytes: number): () => Uint8Array {
  const STOCK_PIECES = 2048
  let stock = new Uint8Array()
  let at = 0
  return () => {
    if (at === stock.length) [stock, at] = [randomBytes(bytes * STOCK_PIECES), 0]
    at += bytes
    return stock.subarray(at - bytes, at)
  }
}
