import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ChainTrouble, type Chain } from '../chain/chain.ts'
import { LOCKS, type Database } from '../db/database.ts'
import { reportDuty } from '../db/duties.ts'
import { oneOfUs, type OnDuty } from '../db/one-of-us.ts'
import type { Ledger } from '../ledger/batch.ts'
import { creditFinal } from './credit.ts'
import { CursorMoved } from './cursor.ts'
import { scanStep } from './scan.ts'

const LOOK_MS = 500
const TROUBLE_PAUSE_MS = 2000
const REPORT_MS = 2000
/** What does not pass after so many looks is trouble. */
const PASSING_MAX = 10

export type ScannerContext = { db: Database; chain: Chain; ledger: Ledger; log: Logger; databaseUrl: string }

/** Reads the chain and credits what is final: in one process of all that share the database. */
export const startScanner = (context: ScannerContext): { stop(): Promise<void> } =>
  oneOfUs(context.databaseUrl, LOCKS.scanner, (duty) => scanOn(context, duty))

async function scanOn(context: ScannerContext, duty: OnDuty): Promise<void> {
  const { db, log } = context
  let reportedAt = 0
  let told: string | undefined
  let passing = 0
  while (!duty.isOver) {
    let pauseMs = LOOK_MS
    try {
      const { more, head, cursor } = await scanStep(context)
      const credited = await creditFinal(context)
      passing = 0
      if (more || credited > 0) pauseMs = 0
      if (told !== undefined || Date.now() - reportedAt > REPORT_MS) {
        const { scanned, final } = cursor
        const figures = { head: Number(head), scanned: Number(scanned.number), final: Number(final.number) }
        await reportDuty(db, 'scanner', { figures })
        reportedAt = Date.now()
        told = undefined
      }
    } catch (error) {
      passing = isPassing(error) ? passing + 1 : 0
      const isTrouble = passing === 0 || passing > PASSING_MAX
      if (isTrouble) {
        pauseMs = TROUBLE_PAUSE_MS
        const { message } = error as Error
        if (message !== told) log.error({ err: error }, 'the scanner waits')
        told = message
        await reportDuty(db, 'scanner', { trouble: message, figures: {} }).catch(() => {})
      }
    }
    if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: duty.signal }).catch(() => {})
  }
}

/** The chain, or another process, moved while we were reading: the next look is at what it is now. */
const isPassing = (error: unknown): boolean =>
  error instanceof CursorMoved || (error instanceof ChainTrouble && error.kind === 'missing')
