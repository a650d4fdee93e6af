import type { JournalEntry } from '../src/proofs/log-leaf.ts'
import type { ProofFile } from '../src/proofs/proof-file.ts'
import type { Lie } from './lies.ts'
import { makeLog } from './proof-log.ts'
import { makeWorld } from './proof-world.ts'

const world = makeWorld()
const alice = world.proofOf('tfalice')
const { installation } = alice.known

type Restore = {
  number?: number
  /** An earlier checkpoint that the browser has kept, too. */
  earlier?: number
  change?: (entry: JournalEntry) => JournalEntry
}

/** From the journal with this place in the log on, everything is another one. */
export const changedFrom = (place: number) => (entry: JournalEntry) =>
  Number(entry.journal_id) < 100 + place ? entry : { ...entry, share: 'dust' }

/** The new log names this many entries of the old one, and goes on from there. */
export function restoredFrom(
  size: number,
  { number = 2, earlier, change = changedFrom(size) }: Restore = {},
): ProofFile {
  const previous = { number: number - 1, size, root: world.log.rootAt(size) }
  const log = makeLog(installation, 11, { number, previous, change })
  return {
    ...alice,
    known: { ...alice.known, ...(earlier !== undefined && { earlier: world.log.checkpointAt(earlier) }) },
    log: {
      checkpoint: log.checkpointAt(11),
      fromAnchor: log.consistency(8, 11),
      fromKept: log.consistency(earlier ?? 9, 11),
    },
    lines: [log.lineOf(10, 0)],
  }
}

/** What is told as a restored database, and is none. */
export const restoreLies = (): Lie[] => [
  {
    lie: 'a database set back to before what the contract knows',
    proof: restoredFrom(7, { earlier: 5 }),
    fails: ['anchoredLog'],
  },
  {
    lie: 'a database set back, with nothing that shows that the rest is the same',
    proof: restoredFrom(7),
    fails: ['anchoredLog', 'keptLog'],
  },
  {
    lie: 'a log rewritten behind a restore',
    proof: restoredFrom(10, { change: changedFrom(0) }),
    fails: ['anchoredLog', 'keptLog'],
  },
  {
    lie: 'a log rewritten behind a database that was set back',
    proof: restoredFrom(7, { earlier: 5, change: changedFrom(4) }),
    fails: ['anchoredLog', 'keptLog'],
  },
  {
    lie: 'a log rewritten behind a restore, and a browser that remembers less than it knew',
    proof: restoredFrom(10, { earlier: 5, change: changedFrom(6) }),
    fails: ['anchoredLog', 'keptLog'],
    isFileOnly: true,
  },
  {
    lie: 'a new log that begins with nothing',
    proof: restoredFrom(0, { earlier: 0 }),
    fails: ['anchoredLog', 'keptLog'],
    isFileOnly: true,
  },
  {
    lie: 'a database set back to before the earlier checkpoint, too',
    proof: restoredFrom(4, { earlier: 5, change: changedFrom(5) }),
    fails: ['anchoredLog', 'keptLog'],
    isFileOnly: true,
  },
  {
    lie: 'a database set back, with an earlier checkpoint of another installation',
    proof: withEarlier(restoredFrom(7, { earlier: 5 }), makeLog('ab'.repeat(32), 11).checkpointAt(5)),
    fails: ['anchoredLog', 'keptLog'],
    isFileOnly: true,
  },
  {
    lie: 'a new log that names no old one',
    proof: { ...alice, log: { ...alice.log, checkpoint: makeLog(installation, 11, { number: 2 }).checkpointAt(11) } },
    fails: ['keptLog'],
  },
  {
    lie: 'the log before the one that this browser knows',
    proof: knowing(restoredFrom(9), makeLog(installation, 9, { number: 3 }).checkpointAt(9)),
    fails: ['keptLog'],
  },
]

const withEarlier = (proof: ProofFile, earlier: string): ProofFile => ({ ...proof, known: { ...proof.known, earlier } })
const knowing = (proof: ProofFile, checkpoint: string): ProofFile => ({
  ...proof,
  known: { ...proof.known, checkpoint },
})
