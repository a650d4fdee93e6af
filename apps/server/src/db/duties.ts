import { sql } from 'kysely'
import type { Database } from './database.ts'

export type Duty = 'scanner' | 'payouts'
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

export type DutyReport = {
  trouble: string | null
  figures: Record<string, number>
  since: Date | null
  silent: boolean
}

const SILENT_SECONDS = 30

/** `silent`: whoever is on duty has not been heard of, or nobody is. */
export async function readDuty(db: Database, name: Duty): Promise<DutyReport | undefined> {
  const { rows } = await sql<DutyReport>`
    select trouble, figures, trouble_since as since,
      reported_at < now() - make_interval(secs => ${SILENT_SECONDS}) as silent
    from duty where name = ${name}`.execute(db)
  return rows[0]
}
