import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, HASH_BYTES, u32, u64, u8, utf8ToBytes } from './bytes.ts'
import { canonicalJson } from './canonical-json.ts'
import { logLeafHash, rootOfLeaves } from './log.ts'
import { planInclusion, proofFrom } from './log-proof.ts'
import { rootFromInclusion } from './log-verify.ts'

export const LEAF_KINDS = { journal: 1, audit: 2, programme: 3, facts: 4 } as const
export type LeafKind = keyof typeof LEAF_KINDS

export const ENTRY_SALT_BYTES = 16

/** What the log says about a journal, an audit line, a version of the programme, or a page of facts. */
export type LogLeaf = { kind: LeafKind; id: bigint; count: number; entriesRoot: Uint8Array }

export const encodeLogLeaf = ({ kind, id, count, entriesRoot }: LogLeaf): Uint8Array => {
  if (entriesRoot.length !== HASH_BYTES) throw new RangeError(`A root of ${entriesRoot.length} bytes`)
  return concatBytes(u8(LEAF_KINDS[kind]), u64(id), u32(count), entriesRoot)
}

/** One entry of a journal, with what the journal says about it. Columns of 64 bits are texts. */
export type JournalEntry = {
  journal_id: string
  /** Microseconds since 1970, as exactly as they are stored. */
  created_at_us: string
  reason: string
  reference: string
  rule_version: number
  /** Above zero a member, 0 the system, below zero a cause. */
  member_id: number
  account: string
  /** Numbers the entries of one account from 1. */
  sequence: string
  amount: string
  balance_after: string
  share: string | null
}

/** Entries of one journal are encoded together: what they share is written once. */
export function entryEncoder(
  journal: Pick<JournalEntry, 'journal_id' | 'created_at_us' | 'reason' | 'reference' | 'rule_version'>,
): (entry: Pick<JournalEntry, 'member_id' | 'account' | 'sequence' | 'amount' | 'balance_after' | 'share'>) => string {
  const [time, id] = [canonicalJson(journal.created_at_us), canonicalJson(journal.journal_id)]
  const [reason, reference] = [canonicalJson(journal.reason), canonicalJson(journal.reference)]
  const beforeMember = `,"created_at_us":${time},"journal_id":${id},"member_id":`
  const afterMember = `,"reason":${reason},"reference":${reference},"rule_version":${canonicalJson(journal.rule_version)}`
  // The columns are sorted, as canonical JSON has them. Numbers and names of accounts and shares need no escapes.
  return ({ member_id: member, account, sequence, amount, balance_after: after, share }) =>
    `{"account":"${account}","amount":"${amount}","balance_after":"${after}"${beforeMember}${member}${afterMember},"sequence":"${sequence}","share":${share === null ? 'null' : `"${share}"`}}`
}

export const encodeEntry = (entry: JournalEntry): string => entryEncoder(entry)(entry)

/** Entries of a journal are numbered from 0 by owner, account and sequence. */
export function compareEntries(
  a: Pick<JournalEntry, 'member_id' | 'account' | 'sequence'>,
  b: Pick<JournalEntry, 'member_id' | 'account' | 'sequence'>,
): number {
  if (a.member_id !== b.member_id) return a.member_id - b.member_id
  if (a.account !== b.account) return a.account < b.account ? -1 : 1
  return Number(BigInt(a.sequence) - BigInt(b.sequence))
}

/** Hides an entry that could be guessed. Without the account's key, which erasing destroys, nothing can be opened. */
export const journalSalt = (logKey: Uint8Array, { journal, position }: { journal: bigint; position: number }) =>
  hmac(sha256, logKey, concatBytes(u64(journal), u32(position))).slice(0, ENTRY_SALT_BYTES)

export function entryCommitment(salt: Uint8Array, entry: string): Uint8Array {
  if (salt.length !== ENTRY_SALT_BYTES) throw new RangeError(`A salt of ${salt.length} bytes`)
  return sha256(concatBytes(salt, utf8ToBytes(entry)))
}

/** From the commitments of all entries, in order. */
export const logLeafOf = (kind: LeafKind, id: bigint, commitments: readonly Uint8Array[]): LogLeaf => ({
  kind,
  id,
  count: commitments.length,
  entriesRoot: rootOfLeaves(commitments.map(logLeafHash)),
})

/** Opens one entry: with it, the leaf can be computed without the others. */
export function entryPath(commitments: readonly Uint8Array[], position: number): Uint8Array[] {
  return proofFrom(planInclusion({ index: position, size: commitments.length }), ({ level, index }) =>
    rootOfLeaves(commitments.slice(index * 2 ** level, (index + 1) * 2 ** level).map(logLeafHash)),
  )
}

export type Opening = { position: number; salt: Uint8Array; entry: string; path: readonly Uint8Array[] }

/** The root that an opened entry leads to, or undefined if a leaf of so many entries has no such path. */
export const rootFromOpening = ({ position, salt, entry, path }: Opening, count: number): Uint8Array | undefined =>
  rootFromInclusion({
    leafHash: logLeafHash(entryCommitment(salt, entry)),
    index: position,
    size: count,
    hashes: path,
  })
