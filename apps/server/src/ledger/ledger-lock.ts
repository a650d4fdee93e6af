import pg from 'pg'
import { LOCKS } from '../db/database.ts'
import { Pipeline, type Statement } from '../db/pipeline.ts'

/** One poster at a time. Batches are ordered here, so no journal depends on an uncommitted one. */
export const lockLedger: Statement = {
  name: 'lock',
  text: `select pg_advisory_xact_lock(${LOCKS.space}, ${LOCKS.ledger})`,
}

/** So long a poster waits for it before it looks who has it. Batches take milliseconds. */
export const LOCK_TIMEOUT_MS = 3000
const LOCK_NOT_AVAILABLE = '55P03'

export const isLockTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE

/**
 * Whoever holds it has been waiting for their own process for seconds, often in the middle of a message, which no
 * server's limit on statements or idle transactions sees: the process is paused, or out of reach. It wrote nothing.
 */
const endAbandoned: Statement = {
  name: 'end abandoned',
  text: `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and classid = ${LOCKS.space} and objid = ${LOCKS.ledger}
      and database = (select oid from pg_database where datname = current_database())
      and wait_event_type = 'Client' and query_start < clock_timestamp() - interval '2 seconds'`,
}

/** Ends the connection of whoever holds the lock and does nothing with it. */
export async function freeAbandonedLock(client: pg.ClientBase): Promise<void> {
  const pipeline = new Pipeline(client)
  pipeline.send(endAbandoned)
  await pipeline.flush()
}
