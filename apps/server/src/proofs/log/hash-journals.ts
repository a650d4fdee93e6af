import { hash, randomBytes } from 'node:crypto'
import { compareEntries, entryEncoder, LEAF_KINDS, type LeafKind } from '@trefoil/core/proofs/log-leaf'
import type { OwnerKeys } from './owner-keys.ts'
import type { LoggedJournal } from './read-journals.ts'

const SALT = 16
const HASH = 32
/** A reference is short, so an entry is too. Longer ones get a buffer of their own. */
const ENTRY_MAX = 4096

const salted = Buffer.alloc(SALT + ENTRY_MAX)
const leafOfHash = Buffer.alloc(1 + HASH)
const pair = Buffer.alloc(1 + 2 * HASH, 1)
const leaf = Buffer.alloc(1 + 1 + 8 + 4 + HASH)

/** A commitment that cannot be computed again, because its owner's key was destroyed. */
export type LostCommitment = { journal: number; position: number; commitment: Buffer }

/** The hashes of the journals' leaves, 32 bytes each. Core says what they are; this says it in the fewest native calls. */
export function hashJournals(
  journals: readonly LoggedJournal[],
  keys: Pick<OwnerKeys, 'salt'>,
): { leafHashes: Buffer; lost: LostCommitment[] } {
  const leafHashes = Buffer.alloc(journals.length * HASH)
  const lost: LostCommitment[] = []
  for (const [at, journal] of journals.entries()) {
    const { id, entries } = journal
    const encode = entryEncoder(columnsOf(journal))
    const row = Buffer.alloc(entries.length * HASH)
    for (const [position, entry] of entries.toSorted(compareEntries).entries()) {
      const salt = keys.salt(entry.member_id, { journal: id, position })
      const commitment = commit(salt ?? randomBytes(SALT).toString('binary'), encode(entry))
      if (salt === undefined) lost.push({ journal: id, position, commitment: Buffer.from(commitment, 'binary') })
      leafOfHash.write(commitment, 1, 'binary')
      row.write(hash('sha256', leafOfHash, 'binary'), position * HASH, 'binary')
    }
    hashLeaf({ kind: 'journal', id, count: entries.length, root: rootOf(row) }, leafHashes, at)
  }
  return { leafHashes, lost }
}

/** The commitments to one owner's entries, while their key is there. */
export function commitmentsOf(owner: number, journal: LoggedJournal, keys: Pick<OwnerKeys, 'salt'>): LostCommitment[] {
  const { id, entries } = journal
  const encode = entryEncoder(columnsOf(journal))
  return entries.toSorted(compareEntries).flatMap((entry, position) => {
    const salt = entry.member_id === owner ? keys.salt(owner, { journal: id, position }) : undefined
    if (salt === undefined) return []
    return { journal: id, position, commitment: Buffer.from(commit(salt, encode(entry)), 'binary') }
  })
}

const columnsOf = ({ id, created_at_us, reason, reference, rule_version }: LoggedJournal) => ({
  journal_id: String(id),
  created_at_us,
  reason,
  reference,
  rule_version,
})

/** Leaves of one entry each, under a salt of its own. */
export function hashSingle(kind: LeafKind, rows: readonly { id: number; entry: string; salt: Buffer }[]): Buffer {
  const leafHashes = Buffer.alloc(rows.length * HASH)
  for (const [at, { id, entry, salt }] of rows.entries()) {
    leafOfHash.write(commit(salt.toString('binary'), entry), 1, 'binary')
    hashLeaf({ kind, id, count: 1, root: hash('sha256', leafOfHash, 'binary') }, leafHashes, at)
  }
  return leafHashes
}

/** As core's `logNodeHash`. */
export function hashPair(left: Uint8Array, right: Uint8Array): Uint8Array {
  pair.set(left, 1)
  pair.set(right, 1 + HASH)
  return Buffer.from(hash('sha256', pair, 'binary'), 'binary')
}

function commit(salt: string, entry: string): string {
  const bytes = SALT + Buffer.byteLength(entry)
  const message = bytes > salted.length ? Buffer.alloc(bytes) : salted
  message.write(salt, 0, SALT, 'binary')
  message.write(entry, SALT)
  return hash('sha256', message.subarray(0, bytes), 'binary')
}

function hashLeaf(
  { kind, id, count, root }: { kind: LeafKind; id: number; count: number; root: string },
  target: Buffer,
  at: number,
): void {
  leaf.writeUInt8(LEAF_KINDS[kind], 1)
  leaf.writeBigUInt64BE(BigInt(id), 2)
  leaf.writeUInt32BE(count, 10)
  leaf.write(root, 14, 'binary')
  target.write(hash('sha256', leaf, 'binary'), at * HASH, 'binary')
}

/** RFC 6962: an odd one at the end goes up as it is. Overwrites the hashes. */
function rootOf(row: Buffer): string {
  let count = row.length / HASH
  if (count === 0) return hash('sha256', Buffer.alloc(0), 'binary')
  while (count > 1) {
    const pairs = count >> 1
    for (let at = 0; at < pairs; at++) {
      row.copy(pair, 1, at * 2 * HASH, (at + 1) * 2 * HASH)
      row.write(hash('sha256', pair, 'binary'), at * HASH, 'binary')
    }
    if (count % 2 === 1) row.copyWithin(pairs * HASH, (count - 1) * HASH, count * HASH)
    count = pairs + (count % 2)
  }
  return row.toString('binary', 0, HASH)
}
