import type { readConsistency } from '@trefoil/contract/proof-log'
import { type Checkpoint, parseCheckpoint } from '@trefoil/core/proofs/checkpoint'
import { parseNote } from '@trefoil/core/proofs/note'
import type { DataOf } from '../endpoint.ts'
import { type Ask, maybeDataFrom, textFrom } from './ask.ts'

/** A checkpoint that this browser has seen, and when. */
export type KeptCheckpoint = { note: string; at: number }

const TRIES = 4
const PAUSE_MS = 1000

type Source = { ask: Ask; sleep: (ms: number) => Promise<void> }
type Wanted = { anchored: number; kept: readonly KeptCheckpoint[] }

/** The newest checkpoint, and what leads to it from the log in the contract and from the one that was kept. */
export async function collectLog(source: Source, wanted: Wanted) {
  const { note, head } = await readHead(source, wanted)
  const [last, earlier] = [read(wanted.kept.at(-1)?.note), head && findEarlier(wanted.kept, head)]
  const { ask } = source
  const size = head?.size ?? 0
  return {
    checkpoint: note,
    size,
    fromAnchor: await consistency(ask, wanted.anchored, size),
    fromKept: last ? await consistency(ask, earlier?.size ?? last.size, size) : [],
    ...(earlier && { earlier: earlier.note }),
  }
}

/** Servers that follow another one may be behind for a moment. */
async function readHead({ ask, sleep }: Source, { anchored, kept }: Wanted) {
  const last = read(kept.at(-1)?.note)
  for (let tries = 1; ; tries += 1) {
    const note = await textFrom(ask('/proofs/log/checkpoint'))
    const head = read(note)
    const isBehind =
      head !== undefined &&
      !head.previous &&
      (head.size < anchored || (last?.log.number === head.log.number && head.size < last.size))
    if (!isBehind || tries === TRIES) return { note, head }
    await sleep(PAUSE_MS)
  }
}

/** If the database was set back to before the last checkpoint: the newest one that it still has. */
function findEarlier(kept: readonly KeptCheckpoint[], { log, previous }: Checkpoint) {
  const last = read(kept.at(-1)?.note)
  if (!last || !previous || last.log.number === log.number || last.size <= previous.size) return undefined
  return kept
    .flatMap(({ note }) => ({ note, size: read(note)?.size ?? 0 }))
    .findLast(({ size }) => size > 0 && size <= previous.size)
}

/** None where the server has none: the check says what that means. */
async function consistency(ask: Ask, from: number, to: number): Promise<readonly string[]> {
  if (from > to) return []
  const found = await maybeDataFrom<DataOf<typeof readConsistency>>(
    ask(`/proofs/log/consistency?from=${from}&to=${to}`),
  )
  return found?.hashes ?? []
}

/** Without looking at its signature. Undefined if it cannot be read. */
function read(note: string | undefined): Checkpoint | undefined {
  try {
    return note === undefined ? undefined : parseCheckpoint(parseNote(note).text)
  } catch {
    return undefined
  }
}
