import { bytesToHex, HASH_BYTES, isSame, parseHex, parseU64 } from './bytes.ts'
import { isRecord, parseCanonicalJson } from './canonical-json.ts'
import { type Checkpoint, openCheckpoint, originOf, parseCheckpoint } from './checkpoint.ts'
import type { FindingMeaning } from './finding-values.ts'
import { failed, type Finding, NOT_ASKED, noticedOnce, passed } from './finding.ts'
import { logLeafHash } from './log.ts'
import { encodeLogLeaf, ENTRY_SALT_BYTES, rootFromOpening } from './log-leaf.ts'
import { isConsistent, rootFromInclusion } from './log-verify.ts'
import { parseNote, type Signature, signaturesBy } from './note.ts'
import type { LineProof, ProofFile } from './proof-file.ts'

/** Opens a note, or throws unless the log's key signed it. */
export type OpenNote = (note: string) => Checkpoint

export const openerOf =
  (proof: ProofFile, isValid?: (one: Signature) => boolean): OpenNote =>
  (note) =>
    openCheckpoint(note, logKeyOf(proof), isValid)

/** All that the checks would look at. */
export function signaturesIn(proof: ProofFile): Signature[] {
  const { checkpoint: kept, earlier } = proof.known
  return [proof.log.checkpoint, kept, earlier].flatMap((text) => {
    if (typeof text !== 'string') return []
    try {
      const note = parseNote(text)
      return signaturesBy(note, { name: originOf(parseCheckpoint(note.text).log), publicKey: logKeyOf(proof) })
    } catch {
      return []
    }
  })
}

/** That the log's key signed the checkpoint, and that it is of this installation. */
export function checkpoint(proof: ProofFile, opened: Checkpoint): Finding {
  const saw = seen('checkpoint', opened)
  if (opened.log.installation !== proof.known.installation)
    return failed('The checkpoint is of another installation.', saw, { code: 'checkpoint_other_installation' })
  return passed("The checkpoint is signed with the log's key.", saw, { code: 'checkpoint_signed' })
}

/** That this log begins with the one that everybody sees in the contract. */
export function anchoredLog(proof: ProofFile, newer: Checkpoint): Finding {
  if (!proof.anchor) return NOT_ASKED
  const { size, root } = proof.anchor.log
  const older = { size, root: parseHex(root, HASH_BYTES) }
  const saw = { 'size in the contract': String(size), 'root in the contract': root, ...seen('checkpoint', newer) }
  if (isConsistent(older, newer, hashesOf(proof.log.fromAnchor)))
    return passed('The log begins with the one that the contract knows.', saw, { code: 'log_begins' })
  if (newer.previous && newer.previous.size < size)
    return failed(
      `The database was set back. The contract knows ${size} entries of the log; the new one names ${newer.previous.size}.`,
      saw,
      { code: 'log_set_back', params: { known: size, named: newer.previous.size } },
    )
  return failed('The log is not the one that the contract knows.', saw, { code: 'log_not_known' })
}

/** That nothing was changed or removed since this browser looked last. */
export function keptLog(proof: ProofFile, newer: Checkpoint, open: OpenNote): Finding {
  if (proof.known.checkpoint === null)
    return passed('This is the first checkpoint that this browser sees.', {}, { code: 'checkpoint_first' })
  const older = open(proof.known.checkpoint)
  const saw = { ...seen('kept checkpoint', older), ...seen('checkpoint', newer) }
  if (older.log.installation !== newer.log.installation)
    return failed('The kept checkpoint is of another installation.', saw, { code: 'kept_other_installation' })
  if (older.log.number !== newer.log.number) return afterRestore(proof, { older, newer, open, saw })
  return isConsistent(older, newer, hashesOf(proof.log.fromKept))
    ? passed('The log only grew since this browser looked last.', saw, { code: 'log_grew' })
    : failed('What this browser knew of the log was changed or removed.', saw, { code: 'log_changed' })
}

/**
 * A database that was restored or set back opens a new log, which goes on from what is left of the old one. There may be
 * logs in between that this browser never saw. To name the old log is not enough: the new one has to begin with it.
 */
function afterRestore(
  proof: ProofFile,
  { older, newer, open, saw }: { older: Checkpoint; newer: Checkpoint; open: OpenNote; saw: Record<string, string> },
): Finding {
  const { previous } = newer
  if (newer.log.number < older.log.number || !previous)
    return failed('The log does not go on from the one that this browser knew.', saw, { code: 'log_not_continued' })
  const hashes = hashesOf(proof.log.fromKept)
  const all = { ...saw, 'size of the log before': String(previous.size) }
  if (isConsistent(older, newer, hashes))
    return noticedOnce(
      'The database was restored. The new log begins with all that this browser knew of the old one.',
      all,
      { code: 'log_restored' },
    )
  const missing = `The database was set back. This browser knew ${older.size} entries of the old log; the new one names ${previous.size}.`
  const params = { known: older.size, named: previous.size }
  const { earlier } = proof.known
  if (earlier === undefined || previous.size >= older.size)
    return failed(`${missing} It does not begin with what this browser knew.`, all, {
      code: 'log_set_back_other',
      params,
    })
  const before = open(earlier)
  const goesOn = before.log.installation === newer.log.installation && isConsistent(before, newer, hashes)
  // Every log begins with an empty one: that proves nothing.
  return goesOn && before.size > 0 && before.size <= previous.size
    ? noticedOnce(
        `${missing} It begins with the ${before.size} that this browser knew earlier.`,
        { ...all, ...seen('earlier checkpoint', before) },
        { code: 'log_set_back_earlier', params: { ...params, earlier: before.size } },
      )
    : failed(`${missing} It does not begin with what this browser knew earlier.`, all, {
        code: 'log_set_back_other_earlier',
        params,
      })
}

/** That each line is in the log as it was shown. */
export function lines(proof: ProofFile, head: Checkpoint): Finding {
  const saw: Record<string, string> = { lines: String(proof.lines.length), 'root of the log': bytesToHex(head.root) }
  let wrong: { because: string; means: FindingMeaning } | undefined
  for (const line of proof.lines) {
    const name = nameOf(line)
    const reached = rootFromLine(line, head.size)
    saw[`root from ${name}`] = reached ? bytesToHex(reached) : 'none'
    if (!reached || !isSame(reached, head.root))
      wrong ??= {
        because: `${name} is not in the log as it is shown.`,
        means: { code: 'line_missing', params: placeOf(line) },
      }
    const entry = parseCanonicalJson(line.opening.entry)
    for (const [column, shown] of Object.entries(line.shown)) {
      const logged = isRecord(entry) ? entry[column] : undefined
      if (logged === shown) continue
      saw[`${column} of ${name}`] = `${JSON.stringify(logged)} in the log, ${JSON.stringify(shown)} shown`
      wrong ??= {
        because: `${name} is shown with another ${column} than it has in the log.`,
        means: { code: 'line_other', params: { ...placeOf(line), column } },
      }
    }
  }
  return wrong
    ? failed(wrong.because, saw, wrong.means)
    : passed('The newest lines are in the log as they are shown.', saw, { code: 'lines_there' })
}

/** The reference is what its owner knows it by. */
function nameOf(line: LineProof): string {
  const { kind, id, position, reference } = placeOf(line)
  return `${kind} ${id}, entry ${position}${typeof line.shown['reference'] === 'string' ? ` (${reference})` : ''}`
}

const placeOf = ({ kind, id, opening: { position }, shown: { reference } }: LineProof) => ({
  kind,
  id,
  position,
  reference: typeof reference === 'string' ? reference : '',
})

function rootFromLine({ kind, id, count, index, hashes, opening }: LineProof, size: number): Uint8Array | undefined {
  const { position, salt, entry, path } = opening
  const opened = { position, salt: parseHex(salt, ENTRY_SALT_BYTES), entry, path: hashesOf(path) }
  const entriesRoot = rootFromOpening(opened, count)
  if (!entriesRoot) return undefined
  const leafHash = logLeafHash(encodeLogLeaf({ kind, id: parseU64(id), count, entriesRoot }))
  return rootFromInclusion({ leafHash, index, size, hashes: hashesOf(hashes) })
}

const logKeyOf = ({ known }: ProofFile): Uint8Array => parseHex(known.logKey, HASH_BYTES)
const hashesOf = (texts: readonly string[]): Uint8Array[] => texts.map((text) => parseHex(text, HASH_BYTES))

const seen = (what: string, { log, size, root }: Checkpoint): Record<string, string> => ({
  [`number of the log, ${what}`]: String(log.number),
  [`size, ${what}`]: String(size),
  [`root, ${what}`]: bytesToHex(root),
})
