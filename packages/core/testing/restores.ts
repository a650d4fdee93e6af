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

/** The contract knows one epoch more, of a log with ten entries. Nothing is served of it. */
export function epochLost(proof: ProofFile, anchor: Partial<ProofFile['anchor']> = {}): ProofFile {
  if (!proof.anchor) throw new Error('The contract is known')
  const latest = { epoch: proof.epoch.epoch + 1, time: proof.time - 7200, logSize: 10 }
  return { ...proof, anchor: { ...proof.anchor, time: proof.time - 86_400, latest, ...anchor } }
}

/** What is told as a restored database, and is none. */
export const restoreLies = (): Lie[] => [
  ...withheldEpochs(),
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

/** An epoch that was lost with the database's newest entries is noticed. These were not lost. */
const withheldEpochs = (): Lie[] => [
  {
    lie: 'an epoch withheld, with an old restore as the excuse',
    proof: epochLost(restoredFrom(7, { change: (entry) => entry })),
    fails: ['newest'],
  },
  {
    lie: 'an epoch withheld that the restored database still had',
    proof: epochLost(restoredFrom(10)),
    fails: ['newest'],
  },
  {
    lie: 'an epoch withheld for longer than one may be old',
    proof: epochLost(restoredFrom(9), { time: alice.time - 3 * 86_400 }),
    fails: ['newest'],
  },
  {
    lie: 'an epoch withheld that this browser checked, in this very log',
    proof: checkedBefore(epochLost(restoredFrom(9)), 4, goingOnFrom(9).checkpointAt(9)),
    fails: ['newest'],
  },
  {
    lie: 'an epoch that this browser checked, and that the contract does not know',
    proof: checkedBefore(epochLost(restoredFrom(9)), 5),
    fails: ['newest'],
  },
  {
    lie: 'an epoch withheld, with the answers about another one',
    proof: epochLost(restoredFrom(9), { epoch: 2 }),
    fails: ['newest'],
    isFileOnly: true,
  },
]

const goingOnFrom = (size: number) =>
  makeLog(installation, 11, {
    number: 2,
    previous: { number: 1, size, root: world.log.rootAt(size) },
    change: changedFrom(size),
  })

export const checkedBefore = (proof: ProofFile, epoch: number, checkpoint = proof.known.checkpoint): ProofFile => ({
  ...proof,
  known: { ...proof.known, epoch, checkpoint },
})

const withEarlier = (proof: ProofFile, earlier: string): ProofFile => ({ ...proof, known: { ...proof.known, earlier } })
const knowing = (proof: ProofFile, checkpoint: string): ProofFile => ({
  ...proof,
  known: { ...proof.known, checkpoint },
})
