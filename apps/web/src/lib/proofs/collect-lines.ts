import type { openJournal, readInclusion } from '@trefoil/contract/proof-log'
import type { LineProof } from '@trefoil/core/proofs/proof-file'
import type { DataOf } from '../endpoint.ts'
import { type Ask, maybeDataFrom } from './ask.ts'
import type { ShownLine } from './shown-lines.ts'

type Opened = DataOf<typeof openJournal>
type Source = { ask: Ask; shown: readonly ShownLine[]; now: () => number; sleep: (ms: number) => Promise<void> }

/** The log is built behind the books, within seconds. */
const LOGGED_WITHIN_MS = 10 * 60_000
const TRIES = 4
const PAUSE_MS = 1000

/** Opens every line. One that is too new for the log is left out: it is too new for an epoch, too. */
export async function collectLines(source: Source) {
  const found = await Promise.all(source.shown.map(async (line) => ({ line, opened: await open(source, line) })))
  const expected = found.filter(({ opened, line }) => opened ?? !isNew(line, source.now()))
  return {
    /** With the proof that each is in the log of this size. */
    includedIn: (size: number): Promise<LineProof[]> =>
      Promise.all(
        expected.map(async ({ line, opened }) =>
          opened ? include(source.ask, { line, opened, size }) : missing(line),
        ),
      ),
  }
}

const isNew = ({ created_at }: ShownLine, now: number): boolean => now - Date.parse(created_at) < LOGGED_WITHIN_MS

async function open({ ask, now, sleep }: Source, line: ShownLine): Promise<Opened | undefined> {
  for (let tries = 1; ; tries += 1) {
    const opened = await maybeDataFrom<Opened>(
      ask(`/proofs/log/journal/${encodeURIComponent(line.reference)}`, 'as member'),
    )
    if (opened || tries === TRIES || !isNew(line, now())) return opened
    await sleep(PAUSE_MS)
  }
}

type Placed = { line: ShownLine; opened: Opened; size: number }

async function include(ask: Ask, { line, opened, size }: Placed): Promise<LineProof> {
  const { kind, id, count, index, openings } = opened
  const opening = openings.find(({ entry }) => isOf(line, entry))
  if (!opening) return missing(line)
  const inclusion =
    index < size
      ? await maybeDataFrom<DataOf<typeof readInclusion>>(ask(`/proofs/log/inclusion?index=${index}&size=${size}`))
      : undefined
  return { kind, id, count, index, hashes: inclusion?.hashes ?? [], opening, shown: line.columns }
}

function isOf({ columns }: ShownLine, entry: string): boolean {
  try {
    const { account, sequence } = JSON.parse(entry) as Record<string, unknown>
    return account === columns.account && sequence === columns.sequence
  } catch {
    return false
  }
}

/** Shown, but not opened: leads to no log, so the check finds it. */
const missing = ({ columns }: ShownLine): LineProof => ({
  kind: 'journal',
  id: '0',
  count: 0,
  index: 0,
  hashes: [],
  opening: { position: 0, salt: '0'.repeat(32), entry: '{}', path: [] },
  shown: columns,
})
