import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { LOCKS, poolOf, type Database } from '../../db/database.ts'
import { runAsLeader, type Leadership } from '../../db/leader.ts'
import type { Leases } from '../../db/lease.ts'
import type { Ledger } from '../batch.ts'
import { withClient } from '../poster-connection.ts'
import { TailGuard } from '../tail-guard.ts'
import { announceEndpoint, readEndpoint, withdrawEndpoint, type Endpoint } from './endpoint.ts'
import { SECRET_BYTES } from './messages.ts'
import { PosterLink } from './poster-link.ts'
import { shareLivenessCheck } from './shared-liveness.ts'
import { takeOrders, type Operations } from './take-orders.ts'

const LOOK_MS = 500

type Context = { db: Database; leases: Leases; log: Logger; guard?: TailGuard }
type Options = {
  operations: Operations
  /** Under which the other processes reach this one. Undefined: it never posts for others. */
  host: string | undefined
  /** Of the program. */
  version: number
}

/**
 * Of the processes that share a database, one posts for all: batches are larger, and what it keeps stays true. The others
 * forward members' orders to it. Nothing rests on that: a process that cannot reach the poster posts by itself, and the
 * two take turns at the ledger's lock.
 */
export function forwardOrders(own: Ledger, context: Context, { operations, host, version }: Options): Ledger {
  const { db, guard = new TailGuard() } = context
  const names = new Map(Object.entries(operations).map(([name, operation]) => [operation as object, name]))
  const liveness = shareLivenessCheck(() => own.isAlive())
  const stopping = new AbortController()
  let isPoster = false
  let link: PosterLink | undefined

  const lead = async ({ signal, db: asLeader }: Leadership, reachedAt: string): Promise<void> => {
    const secret = randomBytes(SECRET_BYTES)
    const listener = await takeOrders(own, operations, {
      host: reachedAt,
      secret,
      version,
      acknowledged: () => guard.own,
      isPosting: liveness.lastKnown,
    })
    const endpoint = { host: reachedAt, port: listener.port, secret }
    try {
      isPoster = true
      link?.leave()
      await announceEndpoint(asLeader, endpoint)
      if (!signal.aborted) await once(signal, 'abort')
    } finally {
      isPoster = false
      await withdrawEndpoint(db, endpoint).catch(() => {})
      await listener.leave()
    }
  }

  const follow = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const endpoint = isPoster ? undefined : await findPoster(db, guard).catch(() => undefined)
      if (endpoint && !isPoster && !stopping.signal.aborted) {
        link = new PosterLink(endpoint, version, (tail) => guard.learn('forwarded', tail))
        await link.closed
        link = undefined
      }
      await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const leading =
    host === undefined ? undefined : runAsLeader(context, LOCKS.poster, (leadership) => lead(leadership, host))
  const following = follow()
  return {
    post(operation, order) {
      const name = link?.isUp ? names.get(operation) : undefined
      if (!link || name === undefined) return own.post(operation, order)
      return link.post(name, order) as ReturnType<typeof own.post<typeof order, never, never>>
    },
    // Another process that posts for all answers for itself.
    isAlive: async () => (link?.isUp ? link.isPosting : liveness.check()),
    async stop() {
      stopping.abort()
      await leading?.stop()
      link?.close()
      await following
      await own.stop()
    },
  }
}

/** What this process knows is compared before another one's journals take its place. */
async function findPoster(db: Database, guard: TailGuard): Promise<Endpoint | undefined> {
  const endpoint = await readEndpoint(db)
  if (!endpoint) return undefined
  await withClient(poolOf(db), guard.check)
  return endpoint
}
