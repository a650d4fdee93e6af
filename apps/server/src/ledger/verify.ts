import { sql } from 'kysely'
import { LOCKS, type Database } from '../db/database.ts'
import type { Health } from '../db/worker-status.ts'
import { check, FROM_THE_START, never, newest, type From, type Run, type Verdict } from './check.ts'
import { FORMER_INVARIANTS } from './former-invariants.ts'
import { INVARIANTS, type Invariant } from './invariants.ts'
import { PROVENANCE_INVARIANTS } from './provenance-invariants.ts'
import { REVERSAL_INVARIANTS } from './reversal-invariants.ts'
import { inOneView, type Bounds } from './view.ts'
import { WALLET_INVARIANTS } from './wallet-invariants.ts'

export { CutShort, type Verdict } from './check.ts'

/** Up to where every invariant held, and which ones were violated at the last check. */
type Checked = From & { violated: string[] }

const ALL = [
  ...INVARIANTS,
  ...REVERSAL_INVARIANTS,
  ...WALLET_INVARIANTS,
  ...PROVENANCE_INVARIANTS,
  ...FORMER_INVARIANTS,
]
const NEWS = 'checked'
const IN_FULL = 'checked in full'

const OF_NEWS: Bounds = { timeoutMs: 50_000, memory: '64MB' }
const OF_ALL: Bounds = { timeoutMs: 30 * 60_000, memory: '128MB' }

/** How many checks a run has: for who shows its progress. */
export const invariantsIn = (since = 0n): number => chosen(since).length

const chosen = (since: bigint): readonly Invariant[] => (since > 0n ? ALL.filter(({ inFullOnly }) => !inFullOnly) : ALL)

/** Everything that was ever written, or everything after the journal `since`. */
export const verifyInvariants = (
  db: Database,
  { since = 0n, ...run }: Run & { since?: bigint } = {},
): Promise<Verdict[]> =>
  inOneView(db, OF_ALL, (view) =>
    check(view, chosen(since), { ...run, from: { ...FROM_THE_START, journal: String(since) } }),
  )

/** Checks what is new since the last run. Does not advance while something is violated. */
export async function verifyNews(db: Database, isOver = never): Promise<Verdict[]> {
  const before = await readChecked(db)
  // The first run checks everything.
  const { found, upTo } = await inOneView(db, before ? OF_NEWS : OF_ALL, async (view) => ({
    upTo: await newest(view.tx),
    found: await check(
      view,
      ALL.filter(({ inFullOnly }) => !inFullOnly),
      { from: before ?? FROM_THE_START, isOver },
    ),
  }))
  const violated = violatedIn(found)
  await keep(db, NEWS, { ...(violated.length > 0 ? (before ?? FROM_THE_START) : upTo), violated })
  return found
}

const underWay = new WeakMap<Database, Promise<Verdict[] | undefined>>()

/**
 * Checks everything and records the result: a violation stops payouts until a later run finds it gone. Callers share
 * one run; `undefined` if another process is running one.
 */
export function verifyInFull(db: Database, run: Run = {}): Promise<Verdict[] | undefined> {
  const joined = underWay.get(db)
  if (joined) return joined
  const running = runInFull(db, run).finally(() => underWay.delete(db))
  underWay.set(db, running)
  return running
}

async function runInFull(db: Database, run: Run): Promise<Verdict[] | undefined> {
  const found = await inOneView(db, OF_ALL, async (view) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(LOCKS.space)}, ${sql.lit(LOCKS.verification)}) as mine`.execute(
      view.tx,
    )
    return rows[0]?.mine ? check(view, ALL, { ...run, from: FROM_THE_START }) : undefined
  })
  if (found) await keep(db, IN_FULL, { violated: violatedIn(found) })
  return found
}

/** Once a night, or as soon as possible after a missed night. */
export async function isFullRunDue(db: Database): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select coalesce(age > interval '26 hours' or (age > interval '2 hours'
      and extract(hour from now() at time zone 'utc') = 3), true) as due
    from (select now() - (select (value ->> 'checked_at')::timestamptz from installation where key = ${IN_FULL}) as age
      ) last`.execute(db)
  return rows[0]?.due ?? true
}

/** `overdue`: the last check is too old to rely on. */
export type Findings = { violated: string[]; overdue: string | undefined }

type Kept = { key: string; violated: string[]; checked_at: Date | null; silent: boolean }

export async function readFindings(db: Database): Promise<Findings> {
  const { rows } = await sql<Kept>`
    select key, coalesce(value -> 'violated', '[]') as violated, (value ->> 'checked_at')::timestamptz as checked_at,
      coalesce((value ->> 'checked_at')::timestamptz < now() - case key when ${NEWS} then interval '5 minutes'
        else interval '49 hours' end, true) as silent
    from installation where key in (${NEWS}, ${IN_FULL})`.execute(db)
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

const violatedIn = (found: readonly Verdict[]): string[] =>
  found.filter(({ violations }) => violations > 0).map(({ name }) => name)

async function keep(db: Database, key: string, facts: object): Promise<void> {
  await sql`
    insert into installation (key, value)
    values (${key}, ${JSON.stringify(facts)}::jsonb || jsonb_build_object('checked_at', now()))
    on conflict (key) do update set value = excluded.value`.execute(db)
}

async function readChecked(db: Database): Promise<Checked | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', NEWS).executeTakeFirst()
  return row?.value as Checked | undefined
}
