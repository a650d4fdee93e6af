import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isConnectionLost } from './away.ts'
import type { Database } from './database.ts'
import type { Lease } from './client-under-lease.ts'
import { underLease, type Leases } from './lease.ts'

/** So often a leader renews its lease. */
const BEAT_MS = 500
/** So often the others ask for it. With what a lease lasts, a leader that is gone is replaced within three seconds. */
const RETRY_MS = 1000
const NEVER = new AbortController().signal

/** `isOver` once another process may lead. To be checked between steps. */
export type Leadership = {
  readonly isOver: boolean
  readonly signal: AbortSignal
  readonly lease: Lease
  /** Writes only while this process leads. */
  readonly db: Database
}

type Context = { leases: Leases; db: Database; log: Logger }

/**
 * Runs the work in one of the processes that share the database: the one that has the lease. If it dies, is paused or
 * cannot reach the database, another one takes over.
 */
export function runAsLeader(
  { leases, db, log }: Context,
  lock: number,
  work: (leadership: Leadership) => Promise<void>,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let logged: string | undefined
  // Once per kind of trouble, because it is tried again every second. A lost connection is everybody's: see `outage.ts`.
  const complain = (error: Error) => {
    if (isConnectionLost(error)) return
    if (error.message !== logged) log.error({ err: error, lock }, 'a leader was interrupted')
    logged = error.message
  }
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await leadOnce({ leases, db }, lock, work, stopping.signal).catch(complain)
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Does nothing while another process leads. */
export async function leadOnce<Result>(
  { leases, db }: Omit<Context, 'log'>,
  lock: number,
  work: (leadership: Leadership) => Promise<Result>,
  stopping: AbortSignal = NEVER,
): Promise<Result | undefined> {
  const lease = await leases.take(lock)
  if (!lease) return undefined
  const done = new AbortController()
  const lost = new AbortController()
  const beating = beat(leases, lease, done.signal).finally(() => lost.abort())
  const signal = AbortSignal.any([stopping, lost.signal])
  try {
    return await work({
      signal,
      lease,
      db: underLease(db, lease),
      get isOver() {
        return signal.aborted
      },
    })
  } finally {
    done.abort()
    await beating
    await leases.release(lease).catch(() => {})
  }
}

/** Until it is done, or the lease is lost. If it cannot be renewed, another process may have it. */
async function beat(leases: Leases, lease: Lease, done: AbortSignal): Promise<void> {
  while (!done.aborted) {
    await sleep(BEAT_MS, undefined, { signal: done }).catch(() => {})
    if (!done.aborted && !(await renew(leases, lease))) return
  }
}

/** Once more on another connection, if the first was lost. */
const renew = (leases: Leases, lease: Lease): Promise<boolean> =>
  leases
    .renew(lease)
    .catch(() => leases.renew(lease))
    .catch(() => false)
