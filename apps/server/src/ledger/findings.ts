import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Health } from '../db/worker-status.ts'
import { FROM_THE_START, type From } from './check.ts'

const NEWS = 'checked'
const IN_FULL = 'checked in full'
const LOG = 'log checked'

/** How far the checks of what is new have come. */
export type Progress = From & {
  /** The newest journal when what no journal leads to was last found right. */
  elsewhere: string
  /** At the last check. */
  violated: string[]
}

export async function readProgress(db: Database): Promise<Progress> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', NEWS).executeTakeFirst()
  const kept = { ...FROM_THE_START, violated: [], ...(row?.value as Partial<Progress> | undefined) }
  // Records of earlier versions have one journal for both.
  return { ...kept, elsewhere: kept.elsewhere ?? kept.journal }
}

/** Everything that was written before all of these moments is checked. */
export const keepProgress = (db: Database, progress: Progress, moments: readonly string[]): Promise<void> =>
  keep(db, { key: NEWS, facts: progress, moments })

export const keepFullRun = (db: Database, violated: readonly string[]): Promise<void> =>
  keep(db, { key: IN_FULL, facts: { violated }, moments: [] })

/** `next`: the leaf of the log that the next comparison with the books begins with. */
export type LogProgress = { next: number; violated: string[] }

export async function readLogProgress(db: Database): Promise<LogProgress> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', LOG).executeTakeFirst()
  return { next: 0, violated: [], ...(row?.value as Partial<LogProgress> | undefined) }
}

export const keepLogProgress = (db: Database, progress: LogProgress): Promise<void> =>
  keep(db, { key: LOG, facts: progress, moments: [] })

async function keep(
  db: Database,
  { key, facts, moments }: { key: string; facts: object; moments: readonly string[] },
): Promise<void> {
  const earliest = sql.join([sql`now()`, ...moments.map((moment) => sql`${moment}::timestamptz`)])
  await sql`
    insert into installation (key, value)
    values (${key}, ${JSON.stringify(facts)}::jsonb || jsonb_build_object('checked_at', least(${earliest})))
    on conflict (key) do update set value = excluded.value`.execute(db)
}

/** Once a night, or as soon as possible after a missed night. Never yet counts as missed. */
export const isFullRunDue = async (db: Database): Promise<boolean> => (await isDue(db, checkedAt(IN_FULL))) ?? true

/** The same, from when the log was opened. What was found is looked at again until it is gone. */
export async function isLogRunDue(db: Database): Promise<boolean> {
  if ((await readLogProgress(db)).violated.length > 0) return true
  const last = sql`coalesce(${checkedAt(LOG)}, (select min(opened_at) from proof_log))`
  return (await isDue(db, last)) ?? false
}

const checkedAt = (key: string) =>
  sql`(select (value ->> 'checked_at')::timestamptz from installation where key = ${key})`

/** Null if there was no last time. */
async function isDue(db: Database, last: RawBuilder<unknown>): Promise<boolean | null | undefined> {
  const { rows } = await sql<{ due: boolean | null }>`
    select age > interval '26 hours'
      or (age > interval '2 hours' and extract(hour from now() at time zone 'utc') = 3) as due
    from (select now() - ${last} as age) last`.execute(db)
  return rows[0]?.due
}

/** `overdue`: what is not checked yet is too old to rely on the rest. */
export type Findings = { violated: string[]; overdue: string | undefined }

type Kept = { key: string; violated: string[]; checked_at: Date | null; silent: boolean }

export async function readFindings(db: Database): Promise<Findings> {
  const { rows } = await sql<Kept>`
    select key, coalesce(value -> 'violated', '[]') as violated, (value ->> 'checked_at')::timestamptz as checked_at,
      coalesce((value ->> 'checked_at')::timestamptz < now() - case key when ${NEWS} then interval '5 minutes'
        else interval '49 hours' end, true) as silent
    from installation where key in (${NEWS}, ${IN_FULL}, ${LOG})`.execute(db)
  const news = rows.find(({ key }) => key === NEWS)
  const late = news ? rows.find(({ silent }) => silent) : { checked_at: null }
  return {
    violated: [...new Set(rows.flatMap(({ violated }) => violated))],
    overdue: late && `not checked since ${late.checked_at?.toISOString() ?? 'the start'}`,
  }
}

/** One line for the health page. */
export async function invariantsHealth(db: Database): Promise<Health> {
  const { violated, overdue } = await readFindings(db)
  if (violated.length > 0) return { well: false, sentence: `violated: ${violated.join('; ')}` }
  return { well: overdue === undefined, sentence: overdue ?? 'ok' }
}
