import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { closeClient, openClient } from './connection.ts'
import { LOCKS } from './database.ts'

const RETRY_MS = 1000

/** `isOver` once the lock may be lost. To be checked between steps. */
export type Leadership = { readonly isOver: boolean; readonly signal: AbortSignal }

/**
 * Runs the work in one of the processes that share the database: the one that holds the lock. A connection holds it, so
 * that the database frees it when the process dies, and another one takes over.
 */
export function runAsLeader(
  { databaseUrl, log }: { databaseUrl: string; log: Logger },
  lock: number,
  work: (leadership: Leadership) => Promise<void>,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let logged: string | undefined
  // Once per kind of trouble, because it is tried again every second.
  const complain = (error: Error) => {
    if (error.message !== logged) log.error({ err: error, lock }, 'a leader was interrupted')
    logged = error.message
  }
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await lead(databaseUrl, lock, work, stopping.signal).catch(complain)
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

async function lead(
  url: string,
  lock: number,
  work: (leadership: Leadership) => Promise<void>,
  stopping: AbortSignal,
): Promise<void> {
  const lost = new AbortController()
  const client = await openClient(url, { name: 'trefoil leader' }, () => lost.abort())
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1, $2) as mine', [
      LOCKS.space,
      lock,
    ])
    if (!rows[0]?.mine) return
    const signal = AbortSignal.any([stopping, lost.signal])
    await work({
      signal,
      get isOver() {
        return signal.aborted
      },
    })
  } finally {
    await closeClient(client)
  }
}
