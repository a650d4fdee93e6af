import { hash } from 'node:crypto'
import { HASH_BYTES } from '@trefoil/core/proofs/bytes'
import { ENTRY_SALT_BYTES, LEAF_KINDS, type LeafKind } from '@trefoil/core/proofs/log-leaf'
import { Sha256Lanes } from '../sha256/lanes.ts'
import { BLOCK_BYTES } from '../sha256/module.ts'

/** One for all who hash a step: each begins with `clear`, and ends before anybody else begins. */
export const lanes = new Sha256Lanes()

const NOTHING = hash('sha256', '', 'buffer')
const UTF8_MAX = 3
/** What begins a leaf, and what begins a node, as in RFC 6962. */
const [LEAF, NODE] = [0, 1]

/**
 * Commits to texts, each under the salt that `writeSalts` puts at the beginning of its message. Commitments are where
 * `hashLeaves` needs them: a block each, behind one byte.
 */
export function commit(texts: readonly string[], writeSalts: (messages: readonly number[]) => void): number {
  const messages = texts.map((text) => lanes.allocate(ENTRY_SALT_BYTES + UTF8_MAX * text.length + 2 * BLOCK_BYTES))
  const commitments = lanes.allocate(texts.length * BLOCK_BYTES)
  writeSalts(messages)
  for (const [index, text] of texts.entries()) {
    const message = messages[index] as number
    const length = ENTRY_SALT_BYTES + lanes.bytes.write(text, message + ENTRY_SALT_BYTES)
    lanes.hash(message, length, commitments + index * BLOCK_BYTES + 1)
  }
  lanes.finish()
  return commitments
}

export function commitmentAt(commitments: number, index: number): Buffer {
  const at = commitments + index * BLOCK_BYTES + 1
  return Buffer.from(lanes.bytes.subarray(at, at + HASH_BYTES))
}

export const replaceCommitment = (commitments: number, index: number, commitment: Uint8Array): void =>
  lanes.bytes.set(commitment, commitments + index * BLOCK_BYTES + 1)

/** The hashes of leaves, 32 bytes each, that have so many of these commitments, one after the other. */
export function hashLeaves(
  kind: LeafKind,
  leaves: readonly { id: number; count: number }[],
  commitments: number,
): Buffer {
  const total = leaves.reduce((sum, { count }) => sum + count, 0)
  const hashes = lanes.allocate(total * HASH_BYTES)
  for (let index = 0; index < total; index++) {
    const message = commitments + index * BLOCK_BYTES
    lanes.bytes[message] = LEAF
    lanes.hash(message, 1 + HASH_BYTES, hashes + index * HASH_BYTES)
  }
  lanes.finish()
  let first = 0
  const rows = leaves.map(({ count }) => {
    const row = { at: hashes + first * HASH_BYTES, count }
    first += count
    return row
  })
  foldRows(rows, total)
  const [messages, results] = [lanes.allocate(leaves.length * BLOCK_BYTES), lanes.allocate(leaves.length * HASH_BYTES)]
  const { bytes, view } = lanes
  for (const [index, { id, count }] of leaves.entries()) {
    const message = messages + index * BLOCK_BYTES
    bytes[message] = LEAF
    bytes[message + 1] = LEAF_KINDS[kind]
    view.setUint32(message + 2, Math.floor(id / 2 ** 32))
    view.setUint32(message + 6, id % 2 ** 32)
    view.setUint32(message + 10, count)
    const root = rows[index]?.at ?? 0
    if (count === 0) bytes.set(NOTHING, message + 14)
    else bytes.copyWithin(message + 14, root, root + HASH_BYTES)
    lanes.hash(message, 14 + HASH_BYTES, results + index * HASH_BYTES)
  }
  lanes.finish()
  return Buffer.from(bytes.subarray(results, results + leaves.length * HASH_BYTES))
}

/** Leaves of one entry each, under a salt of its own. */
export function hashSingle(kind: LeafKind, rows: readonly { id: number; entry: string; salt: Buffer }[]): Buffer {
  lanes.clear()
  const texts = rows.map(({ entry }) => entry)
  const commitments = commit(texts, (messages) => {
    for (const [index, { salt }] of rows.entries()) lanes.bytes.set(salt, messages[index])
  })
  const leaves = rows.map(({ id }) => ({ id, count: 1 }))
  return hashLeaves(kind, leaves, commitments)
}

/** The nodes above a row of them: as core's `logNodeHash`, for each pair. */
export function hashPairs(row: Uint8Array): Uint8Array {
  const pairs = row.length / (2 * HASH_BYTES)
  lanes.clear()
  const room = lanes.allocate(pairs * 2 * BLOCK_BYTES)
  const results = lanes.allocate(pairs * HASH_BYTES)
  for (let pair = 0; pair < pairs; pair++) {
    const message = room + pair * 2 * BLOCK_BYTES
    lanes.bytes[message] = NODE
    lanes.bytes.set(row.subarray(pair * 2 * HASH_BYTES, (pair + 1) * 2 * HASH_BYTES), message + 1)
    lanes.hash(message, 1 + 2 * HASH_BYTES, results + pair * HASH_BYTES)
  }
  lanes.finish()
  return Uint8Array.from(lanes.bytes.subarray(results, results + pairs * HASH_BYTES))
}

type Row = { at: number; count: number }

/** Each row of hashes becomes its root, at its beginning. RFC 6962: an odd one at the end goes up as it is. */
function foldRows(rows: readonly Row[], total: number): void {
  const room = lanes.allocate(Math.ceil(total / 2) * 2 * BLOCK_BYTES)
  for (
    let open = rows.filter(({ count }) => count > 1);
    open.length > 0;
    open = open.filter(({ count }) => count > 1)
  ) {
    let message = room
    for (const row of open) {
      const pairs = row.count >> 1
      for (let pair = 0; pair < pairs; pair++, message += 2 * BLOCK_BYTES) {
        lanes.bytes[message] = NODE
        const children = row.at + pair * 2 * HASH_BYTES
        lanes.bytes.copyWithin(message + 1, children, children + 2 * HASH_BYTES)
        lanes.hash(message, 1 + 2 * HASH_BYTES, row.at + pair * HASH_BYTES)
      }
      // What was there is in a message already.
      if (row.count % 2 === 1) {
        const last = row.at + (row.count - 1) * HASH_BYTES
        lanes.bytes.copyWithin(row.at + pairs * HASH_BYTES, last, last + HASH_BYTES)
      }
      row.count = pairs + (row.count % 2)
    }
    lanes.finish()
  }
}
