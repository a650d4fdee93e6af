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

type Figures = Partial<Record<string, number>>
type DutyRow = { trouble: string | null; figures: Figures; since: Date | null; silent: boolean }

const SILENT_SECONDS = 30

/** `tell` says how it is while there is no trouble. */
export async function dutyHealth(db: Database, name: Duty, tell: (figures: Figures) => string): Promise<string> {
  const { rows } = await sql<DutyRow>`
    select trouble, figures, trouble_since as since,
      reported_at < now() - make_interval(secs => ${SILENT_SECONDS}) as silent
    from duty where name = ${name}`.execute(db)
  const [duty] = rows
  if (!duty) return 'has not begun'
  if (duty.silent) return `nobody has been heard of for ${SILENT_SECONDS} seconds`
  if (duty.trouble !== null) return `waits since ${duty.since?.toISOString()}: ${duty.trouble}`
  return tell(duty.figures)
}
