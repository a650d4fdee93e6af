import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'

/** One snapshot for all checks, while posting continues. `another` opens the same one on a further connection. */
export type View = { tx: Tx; another: <Result>(look: Look<Result>) => Promise<Result> }
type Look<Result> = (tx: Tx) => Promise<Result>

/** A check that takes longer counts as failed. A check uses one core, and at most four times this memory. */
export type Bounds = { timeoutMs: number; memory: `${number}MB` }

export const inOneView = <Result>(
  db: Database,
  bounds: Bounds,
  look: (view: View) => Promise<Result>,
): Promise<Result> =>
  inView(db, bounds, async (tx) => {
    const snapshot = await exportSnapshot(tx)
    return look({ tx, another: (lookToo) => inView(db, bounds, lookToo, snapshot) })
  })

/** On one connection. */
export const inView = <Result>(
  db: Database,
  { timeoutMs, memory }: Bounds,
  look: Look<Result>,
  snapshot?: string,
): Promise<Result> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      if (snapshot !== undefined) await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(tx)
      // No merge joins: they would read whole indexes however little there is to check. No compiling: slices are many and
      // short. A view may wait for another.
      await sql`
        select set_config('statement_timeout', ${String(timeoutMs)}, true), set_config('work_mem', ${memory}, true),
          set_config('enable_mergejoin', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
          set_config('jit', 'off', true),
          set_config('idle_in_transaction_session_timeout', ${String(timeoutMs)}, true)`.execute(tx)
      return look(tx)
    })

async function exportSnapshot(tx: Tx): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(tx)
  return rows[0]?.snapshot ?? ''
}
