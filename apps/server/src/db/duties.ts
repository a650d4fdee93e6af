import { sql } from 'kysely'
import type { Database } from './database.ts'

export type Duty = 'scanner' | 'strays' | 'payouts'
type Report = { trouble?: string | undefined; figures: Record<string, number> }

/** What whoever is on duty has to say, for the health page of every process. */
export async function reportDuty(db: Database, name: Duty, { trouble, figures }: Report): Promise<void> {
  await sql`
    insert into duty (name, trouble, trouble_since, figures)
    values (${name}, ${trouble ?? null}, ${trouble === undefined ? null : sql`now()`}, ${JSON.stringify(figures)})
    on conflict (name) do update set trouble = excluded.trouble, figures = excluded.figures, reported_at = now(),
      trouble_since = case when excluded.trouble is null then null else coalesce(duty.trouble_since, now()) end
    `.execute(db)
}

/** Strangers are told whether it is well, the console why not. */
export type Health = { well: boolean; sentence: string }

/** Everything that can be well or not. */
export type HealthParts = Record<string, (db: Database) => Promise<Health>>

/** Every part, in the words that its listener may hear. */
export async function lookAt<Word>(
  db: Database,
  parts: HealthParts,
  tell: (health: Health) => Word,
): Promise<Record<string, Word>> {
  const told = Object.entries(parts).map(async ([name, look]) => [name, tell(await look(db))] as const)
  return Object.fromEntries(await Promise.all(told))
}

type Figures = Partial<Record<string, number>>
type DutyRow = { trouble: string | null; figures: Figures; since: Date | null; silent: boolean }

const SILENT_SECONDS = 30

/** `tell` says how it is while there is no trouble. */
export async function dutyHealth(db: Database, name: Duty, tell: (figures: Figures) => string): Promise<Health> {
  const { rows } = await sql<DutyRow>`
    select trouble, figures, trouble_since as since,
      reported_at < now() - make_interval(secs => ${SILENT_SECONDS}) as silent
    from duty where name = ${name}`.execute(db)
  const [duty] = rows
  if (!duty) return { well: false, sentence: 'has not begun' }
  if (duty.silent) return { well: false, sentence: `nobody has been heard of for ${SILENT_SECONDS} seconds` }
  if (duty.trouble !== null)
    return { well: false, sentence: `waits since ${duty.since?.toISOString()}: ${duty.trouble}` }
  return { well: true, sentence: tell(duty.figures) }
}
