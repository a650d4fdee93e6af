import { bytesToHex } from '../src/proofs/bytes.ts'
import { type Checkpoint, signCheckpoint } from '../src/proofs/checkpoint.ts'
import {
  encodeEntry,
  encodeLogLeaf,
  entryCommitment,
  entryPath,
  type JournalEntry,
  journalSalt,
  logLeafOf,
} from '../src/proofs/log-leaf.ts'
import { logLeafHash, rootOfLeaves } from '../src/proofs/log.ts'
import { planConsistency, planInclusion, proofFrom } from '../src/proofs/log-proof.ts'
import type { LineProof } from '../src/proofs/proof-file.ts'
import { at, bytesFor, type LogSigner, logSigner } from './proof-bytes.ts'

export type LogWorld = ReturnType<typeof makeLog>

type LogOptions = {
  number?: number
  previous?: Checkpoint['previous']
  signer?: LogSigner
  /** Changes entries before they are written. */
  change?: (entry: JournalEntry) => JournalEntry
}

/** A log of so many journals of five entries each. */
export function makeLog(
  installation: string,
  size: number,
  { number = 1, previous, signer = logSigner, change = (e) => e }: LogOptions = {},
) {
  const journals = Array.from({ length: size }, (_, index) => {
    const id = BigInt(index + 100)
    const entries = Array.from({ length: 5 }, (_unused, position) => encodeEntry(change(entryOf(id, position))))
    const salts = entries.map((_unused, position) => journalSalt(bytesFor('account'), { journal: id, position }))
    const commitments = entries.map((entry, position) => entryCommitment(at(salts, position), entry))
    return { id, entries, salts, commitments }
  })
  const leaves = journals.map(({ id, commitments }) =>
    logLeafHash(encodeLogLeaf(logLeafOf('journal', id, commitments))),
  )
  const nodeAt = ({ level, index }: { level: number; index: number }) =>
    rootOfLeaves(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))
  const rootAt = (count: number) => rootOfLeaves(leaves.slice(0, count))

  return {
    rootAt,
    checkpointAt: (count: number) =>
      signCheckpoint(
        { log: { installation, number }, size: count, root: rootAt(count), ...(previous && { previous }) },
        signer.publicKey,
        signer.sign,
      ),
    consistency: (from: number, to: number) => proofFrom(planConsistency({ from, to }), nodeAt).map(bytesToHex),
    lineOf(index: number, position: number): LineProof {
      const { id, entries, salts, commitments } = at(journals, index)
      const entry = at(entries, position)
      const { account, amount, sequence, balance_after } = JSON.parse(entry) as JournalEntry
      return {
        kind: 'journal',
        id: String(id),
        count: entries.length,
        index,
        hashes: proofFrom(planInclusion({ index, size }), nodeAt).map(bytesToHex),
        opening: {
          position,
          salt: bytesToHex(at(salts, position)),
          entry,
          path: entryPath(commitments, position).map(bytesToHex),
        },
        shown: { account, amount, sequence, balance_after },
      }
    },
  }
}

const entryOf = (journal: bigint, position: number): JournalEntry => ({
  journal_id: String(journal),
  created_at_us: String(1_799_990_000_000_000n + journal),
  reason: 'donation',
  reference: `donation/${journal}`,
  rule_version: 1,
  member_id: position + 1,
  account: position === 0 ? 'impact' : 'available',
  sequence: String(journal),
  amount: String(position === 0 ? -400_000 : 100_000),
  balance_after: String(900_000 + position),
  share: position === 0 ? null : 'level_1',
})
