import { randomBytes } from 'node:crypto'
import { HASH_BYTES } from '@trefoil/core/proofs/bytes'
import { compareEntries, ENTRY_SALT_BYTES, entryEncoder } from '@trefoil/core/proofs/log-leaf'
import { commit, commitmentAt, hashLeaves, lanes, replaceCommitment } from './hash-leaves.ts'
import type { OwnerKeys } from './owner-keys.ts'
import type { LoggedJournal } from './read-journals.ts'
import { BLOCK_BYTES } from '../sha256/module.ts'

/** Few enough for the processor's cache, and enough to fill the lanes. */
const ENTRIES_AT_ONCE = 512

/** A commitment that cannot be computed again, because its owner's key was destroyed. */
export type LostCommitment = { journal: number; position: number; commitment: Buffer }

/** Those that were lost before. */
export type KeptCommitments = { find(journal: number, position: number): Uint8Array | undefined }

type Leaf = { id: number; count: number }
type Keys = Pick<OwnerKeys, 'states'>

/** The hashes of the journals' leaves, 32 bytes each. Core says what they are; this says it to many lanes at once. */
export function hashJournals(
  journals: Iterable<LoggedJournal>,
  keys: Keys,
  kept: KeptCommitments = { find: () => undefined },
): { leafHashes: Buffer; lost: LostCommitment[] } {
  const leafHashes: Buffer[] = []
  const lost: LostCommitment[] = []
  let leaves: Leaf[] = []
  let lines: Line[] = []
  const hashThese = () => {
    lanes.clear()
    const commitments = commitTo(lines)
    for (const [index, { states, journal, position }] of lines.entries()) {
      if (states) continue
      const known = kept.find(journal, position)
      if (known) replaceCommitment(commitments, index, known)
      else lost.push({ journal, position, commitment: commitmentAt(commitments, index) })
    }
    leafHashes.push(hashLeaves('journal', leaves, commitments))
    leaves = []
    lines = []
  }
  for (const journal of journals) {
    leaves.push({ id: journal.id, count: journal.entries.length })
    addLines(lines, journal, keys)
    if (lines.length >= ENTRIES_AT_ONCE) hashThese()
  }
  if (leaves.length > 0) hashThese()
  return { leafHashes: Buffer.concat(leafHashes), lost }
}

/** The commitments to one owner's entries, while their key is there. */
export function commitmentsOf(owner: number, journal: LoggedJournal, keys: Keys): LostCommitment[] {
  const states = keys.states(owner)
  if (!states) return []
  const all: Line[] = []
  addLines(all, journal, { states: (other) => (other === owner ? states : null) })
  const lines = all.filter((line) => line.states)
  lanes.clear()
  const commitments = commitTo(lines)
  return lines.map(({ journal: id, position }, index) => ({
    journal: id,
    position,
    commitment: commitmentAt(commitments, index),
  }))
}

/** An entry at its position, with what its salt is made with. */
type Line = { states: Uint8Array | null; journal: number; position: number; text: string }

function addLines(lines: Line[], { id, entries, ...journal }: LoggedJournal, keys: Keys): void {
  const encode = entryEncoder({ journal_id: String(id), ...journal })
  let position = 0
  for (const entry of entries.toSorted(compareEntries))
    lines.push({ states: keys.states(entry.member_id), journal: id, position: position++, text: encode(entry) })
}

/** See `commit`. */
const commitTo = (lines: readonly Line[]): number =>
  commit(
    lines.map(({ text }) => text),
    (messages) => writeSalts(lines, messages),
  )

/** States, the message of the inner hash, that of the outer one. */
const ROOM_BYTES = 3 * BLOCK_BYTES

/** The salt of an entry is an HMAC: two hashes, which go on from states that depend on the key alone. */
function writeSalts(lines: readonly Line[], messages: readonly number[]): void {
  const room = lanes.allocate(lines.length * ROOM_BYTES)
  const { bytes, view } = lanes
  let at = room
  for (const { states, journal, position } of lines) {
    // Without a key any state will do: what it leads to is overwritten.
    if (states) bytes.set(states, at)
    const message = at + BLOCK_BYTES
    view.setUint32(message, Math.floor(journal / 2 ** 32))
    view.setUint32(message + 4, journal % 2 ** 32)
    view.setUint32(message + 8, position)
    lanes.continue({ from: at, before: BLOCK_BYTES, message, length: 12, to: message + BLOCK_BYTES })
    at += ROOM_BYTES
  }
  lanes.finish()
  at = room
  for (const to of messages) {
    const message = at + 2 * BLOCK_BYTES
    lanes.continue({ from: at + HASH_BYTES, before: BLOCK_BYTES, message, length: HASH_BYTES, to })
    at += ROOM_BYTES
  }
  lanes.finish()
  for (const [index, { states }] of lines.entries())
    // The key was destroyed: nobody will know this one.
    if (!states) bytes.set(randomBytes(ENTRY_SALT_BYTES), messages[index])
}
