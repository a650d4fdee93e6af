import { sql } from 'kysely'
import type { Database } from './database.ts'

export type WorkerName = 'scanner' | 'unmatched_transfers' | 'payouts' | 'reserves' | 'log' | 'epochs' | 'screening'
type Report = { trouble?: string | undefined; figures: Record<string, number> }

/** Stores what the leader reports, for health in every process. */
export async function reportWorkerStatus(db: Database, name: WorkerName, { trouble, figures }: Report): Promise<void> {
  await sql`
    insert into worker_status (name, trouble, trouble_since, figures)
    values (${name}, ${trouble ?? null}, ${trouble === undefined ? null : sql`now()`}, ${JSON.stringify(figures)})
    on conflict (name) do update set trouble = excluded.trouble, figures = excluded.figures, reported_at = now(),
      trouble_since = case when excluded.trouble is null then null else coalesce(worker_status.trouble_since, now()) end
    `.execute(db)
}

export const forgetWorkerStatus = (db: Database, name: WorkerName) =>
  db.deleteFrom('worker_status').where('name', '=', name).execute()

/** The public sees only `well`; the console also sees the sentence. */
export type Health = { well: boolean; sentence: string }

/** Undefined: a part that is not in use. */
export type HealthParts = Record<string, (db: Database) => Promise<Health | undefined>>

/** Checks every part. */
export async function lookAt<Word>(
  db: Database,
  parts: HealthParts,
  describe: (health: Health) => Word,
): Promise<Record<string, Word>> {
  const seen = await Promise.all(Object.entries(parts).map(async ([name, look]) => ({ name, health: await look(db) })))
  return Object.fromEntries(seen.flatMap(({ name, health }) => (health ? [[name, describe(health)]] : [])))
}

type Figures = Partial<Record<string, number>>
type WorkerStatusRow = { trouble: string | null; figures: Figures; since: Date | null; silent: boolean }

const SILENT_SECONDS = 30

/** `describe` words the figures while there is no trouble. */
export async function workerHealth(
  db: Database,
  name: WorkerName,
  describe: (figures: Figures) => string | Health,
): Promise<Health> {
  const { rows } = await sql<WorkerStatusRow>`
    select trouble, figures, trouble_since as since,
      reported_at < now() - make_interval(secs => ${SILENT_SECONDS}) as silent
    from worker_status where name = ${name}`.execute(db)
  const [status] = rows
  if (!status) return { well: false, sentence: 'has not started' }
  if (status.silent) return { well: false, sentence: `no report for ${SILENT_SECONDS} seconds` }
  if (status.trouble !== null)
    return { well: false, sentence: `waiting since ${status.since?.toISOString()}: ${status.trouble}` }
  const described = describe(status.figures)
  return typeof described === 'string' ? { well: true, sentence: described } : described
}
