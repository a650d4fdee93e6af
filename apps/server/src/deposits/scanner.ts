import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ChainTrouble, type Chain } from '../chain/chain.ts'
import { LOCKS, type Database } from '../db/database.ts'
import { reportWorkerStatus, type WorkerName } from '../db/worker-status.ts'
import { runAsLeader, type Leadership } from '../db/leader.ts'
import type { Ledger } from '../ledger/batch.ts'
import { issueAfterAbsence, wasAway } from './pre-issue-addresses.ts'
import { creditFinal } from './credit.ts'
import { CursorMoved } from './cursor.ts'
import { noteOthersStep } from './note-others.ts'
import { scanStep } from './scan.ts'

const LOOK_MS = 500
const TROUBLE_PAUSE_MS = 2000
const REPORT_MS = 2000
/** What does not pass after so many looks is trouble. */
const PASSING_MAX = 10

export type ScannerContext = { db: Database; chain: Chain; ledger: Ledger; log: Logger; databaseUrl: string }

/** Reads the chain, credits what is final and notes what is not credited: in one process of all that share the database. */
export const startScanner = (context: ScannerContext): { stop(): Promise<void> } =>
  runAsLeader(context, LOCKS.scanner, async (leadership) => {
    let isAway = await wasAway(context.db)
    const scan = async () => {
      if (isAway) await issueAfterAbsence(context)
      isAway = false
      return scanAndCredit(context)
    }
    await Promise.all([
      repeat(context, leadership, { name: 'scanner', complaint: 'the scanner waits', take: scan }),
      repeat(context, leadership, {
        name: 'unmatched_transfers',
        complaint: 'unmatched are noted later',
        take: () => noteOthers(context),
      }),
    ])
  })

async function scanAndCredit(context: ScannerContext): Promise<Taken> {
  const { more, head, cursor } = await scanStep(context)
  const credited = await creditFinal(context)
  const { scanned, final } = cursor
  return {
    more: more || credited > 0,
    figures: { head: Number(head), scanned: Number(scanned.number), final: Number(final.number) },
  }
}

async function noteOthers(context: ScannerContext): Promise<Taken> {
  const { left } = await noteOthersStep(context)
  return { more: left > 0n, figures: { left: Number(left) } }
}

/** `more`: there is something to do right away. */
type Taken = { more: boolean; figures: Record<string, number> }
type Step = { name: WorkerName; complaint: string; take: () => Promise<Taken> }

/** Step after step while on leadership. What fails is tried again: nothing is ever passed over. */
async function repeat(
  { db, log }: ScannerContext,
  leadership: Leadership,
  { name, complaint, take }: Step,
): Promise<void> {
  let reportedAt = 0
  let told: string | undefined
  let passing = 0
  while (!leadership.isOver) {
    let pauseMs = LOOK_MS
    try {
      const { more, figures } = await take()
      passing = 0
      if (more) pauseMs = 0
      if (told !== undefined || Date.now() - reportedAt > REPORT_MS) {
        await reportWorkerStatus(db, name, { figures })
        reportedAt = Date.now()
        told = undefined
      }
    } catch (error) {
      passing = isPassing(error) ? passing + 1 : 0
      const isTrouble = passing === 0 || passing > PASSING_MAX
      if (isTrouble) {
        pauseMs = TROUBLE_PAUSE_MS
        const { message } = error as Error
        if (message !== told) log.error({ err: error }, complaint)
        told = message
        await reportWorkerStatus(db, name, { trouble: message, figures: {} }).catch(() => {})
      }
    }
    if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: leadership.signal }).catch(() => {})
  }
}

/** The chain, or another process, moved while we were reading: the next look is at what it is now. */
const isPassing = (error: unknown): boolean =>
  error instanceof CursorMoved || (error instanceof ChainTrouble && error.kind === 'missing')
