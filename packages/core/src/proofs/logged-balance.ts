import { parseU64 } from './bytes.ts'
import { isRecord, type Json, parseCanonicalJson } from './canonical-json.ts'
import type { ProofFile } from './proof-file.ts'

/** Between counting and posting there are minutes. */
const POSTED_WITHIN_SECONDS = 3600n

/**
 * What the lines in a proof say that their owner had, at least: when it was counted, and an hour before it was posted.
 * The lines are the owner's newest, and none is left out but shares of others' donations, which only raise a balance.
 */
export function loggedBalance({ epoch, anchor, lines }: ProofFile): { counted: bigint; posted: bigint } {
  const entries = lines
    .filter(({ kind }) => kind === 'journal')
    .flatMap(({ opening }) => entryOf(parseCanonicalJson(opening.entry)))
  const journal = epoch.journal === undefined ? 0n : parseU64(epoch.journal)
  const surelyUntil = anchor ? (BigInt(anchor.time) - POSTED_WITHIN_SECONDS) * 1_000_000n : 0n
  return {
    counted: newestOfEach(entries.filter((entry) => entry.journal <= journal)),
    posted: newestOfEach(entries.filter((entry) => entry.journal <= journal || entry.at <= surelyUntil)),
  }
}

type Entry = { account: string; journal: bigint; sequence: bigint; after: bigint; at: bigint }

/** None, if it is no entry: the check of the lines says so. */
function entryOf(value: Json): Entry[] {
  if (!isRecord(value) || typeof value['account'] !== 'string') return []
  const { account, journal_id, sequence, balance_after, created_at_us } = value
  const [journal, after, at] = [parseU64(journal_id), parseU64(balance_after), parseU64(created_at_us)]
  return [{ account, journal, sequence: parseU64(sequence), after, at }]
}

function newestOfEach(entries: readonly Entry[]): bigint {
  const newest = new Map<string, Entry>()
  for (const entry of entries)
    if (entry.sequence > (newest.get(entry.account)?.sequence ?? -1n)) newest.set(entry.account, entry)
  return [...newest.values()].reduce((sum, { after }) => sum + after, 0n)
}
