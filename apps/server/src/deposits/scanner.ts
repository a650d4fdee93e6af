import type { Logger } from 'pino'
import { ChainTrouble } from '../chain/chain.ts'
import { LOCKS } from '../db/database.ts'
import { repeatWhileLeading, type Step } from '../db/leader-loop.ts'
import { runAsLeader } from '../db/leader.ts'
import type { Leases } from '../db/lease.ts'
import { forgetWorkerStatus } from '../db/worker-status.ts'
import type { Ledger } from '../ledger/batch.ts'
import { ledgerUnderLease } from '../ledger/under-lease.ts'
import type { Screening } from '../screening/screening.ts'
import { issueAfterAbsence, readTimeline, wasAway } from './pre-issue-addresses.ts'
import type { ScanContext } from './context.ts'
import { creditFinal } from './credit.ts'
import { CursorMoved } from './cursor.ts'
import { noteOthersStep } from './note-others.ts'
import { scanStep } from './scan.ts'
import { screenDeposits } from './screen-deposits.ts'
import { watchFinality } from './stall.ts'

export type ScannerContext = ScanContext & {
  ledger: Ledger
  log: Logger
  leases: Leases
  screening?: Screening | undefined
}

/**
 * Reads the chain, credits final deposits and records unmatched transfers, in one of the processes that share the
 * database.
 */
export const startScanner = (given: ScannerContext): { stop(): Promise<void> } =>
  runAsLeader(given, LOCKS.scanner, async (leadership) => {
    const context = { ...given, db: leadership.db, ledger: ledgerUnderLease(given.ledger, leadership.lease) }
    const timeline = await readTimeline(context.db)
    let isAway = await wasAway(context.db, timeline)
    const noteFinality = watchFinality(context.db)
    // Whoever is not asked any more is not silent either.
    if (!context.screening) await forgetWorkerStatus(context.db, 'screening')
    const scan = async () => {
      if (isAway) await issueAfterAbsence(context)
      isAway = false
      const { figures, ...step } = await scanAndCredit(context, noteFinality)
      return { ...step, figures: { ...figures, timeline } }
    }
    await Promise.all([
      repeatWhileLeading(context, leadership, {
        name: 'scanner',
        complaint: 'the scanner is waiting',
        take: scan,
        isPassing,
      }),
      repeatWhileLeading(context, leadership, {
        name: 'unmatched_transfers',
        complaint: 'the search for unmatched transfers is waiting',
        take: () => noteOthers(context),
        isPassing,
      }),
      context.screening &&
        repeatWhileLeading(context, leadership, {
          name: 'screening',
          complaint: 'screening is waiting',
          take: screenDeposits({ db: context.db, screening: context.screening }),
        }),
    ])
  })

async function scanAndCredit(context: ScannerContext, noteFinality: ReturnType<typeof watchFinality>): Promise<Step> {
  const { more, head, cursor, stalledAt } = await scanStep(context)
  await noteFinality(stalledAt)
  const credited = await creditFinal(context)
  const { scanned, final } = cursor
  return {
    more: more || credited > 0,
    figures: {
      head: Number(head),
      scanned: Number(scanned.number),
      final: Number(final.number),
      ...(stalledAt !== undefined && { stalledAt: Number(stalledAt) }),
    },
  }
}

async function noteOthers(context: ScannerContext): Promise<Step> {
  const { left } = await noteOthersStep(context)
  return { more: left > 0n, figures: { left: Number(left) } }
}

/** The chain, or another process, moved while we were reading: try again. */
const isPassing = (error: unknown): boolean =>
  error instanceof CursorMoved || (error instanceof ChainTrouble && error.kind === 'missing')
