import { bytesToHex, HASH_BYTES, isSame, parseHex, parseU64 } from './bytes.ts'
import { type Json, parseCanonicalJson } from './canonical-json.ts'
import { type Checkpoint, openCheckpoint } from './checkpoint.ts'
import { failed, type Finding, NOT_ASKED, noticed, passed } from './finding.ts'
import { logLeafHash } from './log.ts'
import { encodeLogLeaf, ENTRY_SALT_BYTES, rootFromOpening } from './log-leaf.ts'
import { isConsistent, rootFromInclusion } from './log-verify.ts'
import type { LineProof, ProofFile } from './proof-file.ts'

/** Throws unless the log's key signed it. */
export const checkpointOf = (proof: ProofFile): Checkpoint => openCheckpoint(proof.log.checkpoint, logKeyOf(proof))

/** That the log's key signed the checkpoint, and that it is of this installation. */
export function checkpoint(proof: ProofFile, opened: Checkpoint): Finding {
  const saw = seen('checkpoint', opened)
  if (opened.log.installation !== proof.known.installation)
    return failed('The checkpoint is of another installation.', saw)
  return passed("The checkpoint is signed with the log's key.", saw)
}

/** That this log begins with the one that everybody sees in the contract. */
export function anchoredLog(proof: ProofFile, newer: Checkpoint): Finding {
  if (!proof.anchor) return NOT_ASKED
  const { size, root } = proof.anchor.log
  const older = { size, root: parseHex(root, HASH_BYTES) }
  const saw = { 'size in the contract': String(size), 'root in the contract': root, ...seen('checkpoint', newer) }
  const hashes = hashesOf(proof.log.fromAnchor)
  if (isConsistent(older, newer, hashes)) return passed('The log begins with the one that the contract knows.', saw)
  if (newer.previous) return restored({ older, newer, hashes, saw, whose: 'The contract' })
  return failed('The log is not the one that the contract knows.', saw)
}

/** That nothing was changed or removed since this browser looked last. */
export function keptLog(proof: ProofFile, newer: Checkpoint): Finding {
  if (proof.known.checkpoint === null) return passed('This is the first checkpoint that this browser sees.', {})
  const older = openCheckpoint(proof.known.checkpoint, logKeyOf(proof))
  const saw = { ...seen('kept checkpoint', older), ...seen('checkpoint', newer) }
  const hashes = hashesOf(proof.log.fromKept)
  if (older.log.installation !== newer.log.installation)
    return failed('The kept checkpoint is of another installation.', saw)
  if (older.log.number === newer.log.number)
    return isConsistent(older, newer, hashes)
      ? passed('The log only grew since this browser looked last.', saw)
      : failed('What this browser knew of the log was changed or removed.', saw)
  if (newer.log.number < older.log.number || newer.previous?.number !== older.log.number)
    return failed('The log does not go on from the one that this browser knew.', saw)
  return restored({ older, newer, hashes, saw, whose: 'This browser' })
}

/** That each line is in the log as it was shown. */
export function lines(proof: ProofFile, head: Checkpoint): Finding {
  const saw: Record<string, string> = { lines: String(proof.lines.length), 'root of the log': bytesToHex(head.root) }
  let wrong = ''
  for (const line of proof.lines) {
    const name = `${line.kind} ${line.id}, entry ${line.opening.position}`
    const reached = rootFromLine(line, head.size)
    saw[`root from ${name}`] = reached ? bytesToHex(reached) : 'none'
    if (!reached || !isSame(reached, head.root)) wrong ||= `${name} is not in the log as it is shown.`
    const entry = parseCanonicalJson(line.opening.entry)
    for (const [column, shown] of Object.entries(line.shown)) {
      const logged = isRecord(entry) ? entry[column] : undefined
      if (logged === shown) continue
      saw[`${column} of ${name}`] = `${JSON.stringify(logged)} in the log, ${JSON.stringify(shown)} shown`
      wrong ||= `${name} is shown with another ${column} than it has in the log.`
    }
  }
  return wrong ? failed(wrong, saw) : passed('The newest lines are in the log as they are shown.', saw)
}

function rootFromLine({ kind, id, count, index, hashes, opening }: LineProof, size: number): Uint8Array | undefined {
  const { position, salt, entry, path } = opening
  const opened = { position, salt: parseHex(salt, ENTRY_SALT_BYTES), entry, path: hashesOf(path) }
  const entriesRoot = rootFromOpening(opened, count)
  if (!entriesRoot) return undefined
  const leafHash = logLeafHash(encodeLogLeaf({ kind, id: parseU64(id), count, entriesRoot }))
  return rootFromInclusion({ leafHash, index, size, hashes: hashesOf(hashes) })
}

/** A database that was restored or set back opens a new log, which names how far the old one is still there. */
function restored({
  older,
  newer,
  hashes,
  saw,
  whose,
}: {
  older: { size: number; root: Uint8Array }
  newer: Checkpoint
  hashes: readonly Uint8Array[]
  saw: Finding['saw']
  whose: string
}): Finding {
  const { previous } = newer
  if (!previous) return failed('The log is another one.', saw)
  const all = {
    ...saw,
    'size of the log before': String(previous.size),
    'root of the log before': bytesToHex(previous.root),
  }
  if (isConsistent(older, previous, hashes))
    return noticed('The database was restored or set back. The new log names all of the old one as known here.', all)
  if (previous.size < older.size && isConsistent(previous, older, hashes))
    return noticed(
      `The database was set back. ${whose} knew ${older.size} entries of the old log; the new one names ${previous.size}.`,
      all,
    )
  return failed('The new log names an old one that was never seen.', all)
}

const logKeyOf = ({ known }: ProofFile): Uint8Array => parseHex(known.logKey, HASH_BYTES)
const hashesOf = (texts: readonly string[]): Uint8Array[] => texts.map((text) => parseHex(text, HASH_BYTES))

const seen = (what: string, { log, size, root }: Checkpoint): Record<string, string> => ({
  [`number of the log, ${what}`]: String(log.number),
  [`size, ${what}`]: String(size),
  [`root, ${what}`]: bytesToHex(root),
})

const isRecord = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
