import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isConnectionLost } from './away.ts'
import type { Database } from './database.ts'
import type { Leadership } from './leader.ts'
import { isLeaseLost } from './lease.ts'
import { reportWorkerStatus, type WorkerName } from './worker-status.ts'

/** Blocks of real chains take longer. More often, a server at rest would take an eighth of a core. */
const LOOK_MS = 1000
const TROUBLE_PAUSE_MS = 2000
const REPORT_MS = 2000
/** A passing failure becomes trouble after so many looks. */
const PASSING_MAX = 10

/** `more`: there is more to do right away. */
export type Step = { more: boolean; figures: Record<string, number>; trouble?: string | undefined }

type LeaderLoop = {
  name: WorkerName
  complaint: string
  take: () => Promise<Step>
  /** A failure that usually goes away by itself. */
  isPassing?: (error: unknown) => boolean
}

/** Takes step after step while leading. A failed step is tried again, never skipped. */
export async function repeatWhileLeading(
  { db, log }: { db: Database; log: Logger },
  leadership: Pick<Leadership, 'isOver' | 'signal'>,
  { name, complaint, take, isPassing = () => false }: LeaderLoop,
): Promise<void> {
  let reportedAt = 0
  let reported: string | undefined
  let passing = 0
  while (!leadership.isOver) {
    let failure: unknown
    const step = await take().catch((error: unknown): Step => {
      failure = error
      return { more: false, figures: {}, trouble: (error as Error).message }
    })
    passing = failure !== undefined && isPassing(failure) ? passing + 1 : 0
    const isTrouble = step.trouble !== undefined && (passing === 0 || passing > PASSING_MAX)
    // A lost connection is everybody's: see `outage.ts`. A lost lease is nobody's: another process goes on.
    if (isTrouble && step.trouble !== reported && !isConnectionLost(failure) && !isLeaseLost(failure))
      log.error({ trouble: step.trouble, err: failure }, complaint)
    if (isTrouble || passing === 0) {
      if (step.trouble !== reported || Date.now() - reportedAt > REPORT_MS) {
        await reportWorkerStatus(db, name, step).catch(() => {})
        reportedAt = Date.now()
      }
      reported = step.trouble
    }
    if (!step.more)
      await sleep(isTrouble ? TROUBLE_PAUSE_MS : LOOK_MS, undefined, { signal: leadership.signal }).catch(() => {})
  }
}
