import { sql } from 'kysely'
import { LOCKS, type Database } from './database.ts'

/**
 * Does nothing while another of the processes that share the database is at it. A connection holds the lock, so that it is
 * free when the process dies. It has no transaction, so that nobody's old rows are kept for it.
 */
export const inOneProcess = <Result>(
  db: Database,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result | undefined> =>
  db.connection().execute(async (holder) => {
    const key = sql`${sql.lit(LOCKS.space)}, ${sql.lit(lock)}`
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${key}) as mine`.execute(holder)
    if (!rows[0]?.mine) return undefined
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(holder)
    }
  })
