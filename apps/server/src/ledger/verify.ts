import { CompiledQuery, sql } from 'kysely'
import { LOCKS, type Database, type Tx } from '../db/database.ts'
import type { Health } from '../db/worker-status.ts'
import { INVARIANTS, type Invariant } from './invariants.ts'
import { PROVENANCE_INVARIANTS } from './provenance-invariants.ts'
import { REVERSAL_INVARIANTS } from './reversal-invariants.ts'
import { WALLET_INVARIANTS } from './wallet-invariants.ts'

export type Verdict = { name: string; violations: number }

/** Up to where every invariant held, and which ones were violated at the last check. */
type Checked = { journal: string; member: number; violated: string[] }

const ALL = [...INVARIANTS, ...REVERSAL_INVARIANTS, ...WALLET_INVARIANTS, ...PROVENANCE_INVARIANTS]
const FROM_THE_START = { journal: '0', member: 0 }
const NEWS = 'checked'
const IN_FULL = 'checked in full'

/** A check that takes longer counts as failed. */
const NEWS_TIMEOUT_MS = 50_000
const IN_FULL_TIMEOUT_MS = 30 * 60_000
const SLICE_JOURNALS = 250_000n
const END = 2n ** 63n - 1n

/** Called between two checks, so that a stopping process need not finish them all. */
type IsOver = () => boolean
export class CutShort extends Error {}
const never: IsOver = () => false

/** `since`: the last journal that needs no check. `onChecked` hears each verdict as soon as it is known. */
type Run = { since?: bigint | undefined; onChecked?: OnChecked; isOver?: IsOver }
type OnChecked = (verdict: Verdict) => void

/** How many checks a run has: for who shows its progress. */
export const invariantsIn = (since = 0n): number => chosen(since).length

const chosen = (since: bigint): readonly Invariant[] => (since > 0n ? ALL.filter(({ inFullOnly }) => !inFullOnly) : ALL)

/** Everything that was ever written, or everything after a journal. */
export const verifyInvariants = (db: Database, { since = 0n, ...run }: Run = {}): Promise<Verdict[]> =>
  inOneView(db, IN_FULL_TIMEOUT_MS, (tx) =>
    verdicts(tx, chosen(since), { ...run, from: { ...FROM_THE_START, journal: String(since) } }),
  )

/** Checks what is new since the last run. Does not advance while something is violated. */
export async function verifyNews(db: Database, isOver = never): Promise<Verdict[]> {
  const before = await readChecked(db)
  // The first run checks everything.
  const { found, upTo } = await inOneView(db, before ? NEWS_TIMEOUT_MS : IN_FULL_TIMEOUT_MS, async (tx) => ({
    upTo: await newest(tx),
    found: await verdicts(
      tx,
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
export function verifyInFull(db: Database, run: Omit<Run, 'since'> = {}): Promise<Verdict[] | undefined> {
  const joined = underWay.get(db)
  if (joined) return joined
  const running = runInFull(db, run).finally(() => underWay.delete(db))
  underWay.set(db, running)
  return running
}

async function runInFull(db: Database, run: Omit<Run, 'since'>): Promise<Verdict[] | undefined> {
  const found = await inOneView(db, IN_FULL_TIMEOUT_MS, async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(LOCKS.space)}, ${sql.lit(LOCKS.verification)}) as mine`.execute(tx)
    return rows[0]?.mine ? verdicts(tx, ALL, { ...run, from: FROM_THE_START }) : undefined
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

/** One snapshot for all checks, while posting continues. */
const inOneView = <Result>(db: Database, timeoutMs: number, look: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Memory to sort in. No merge joins: they would read whole indexes however little there is to check.
      await sql`
        select set_config('statement_timeout', ${String(timeoutMs)}, true), set_config('work_mem', '64MB', true),
          set_config('enable_mergejoin', 'off', true)`.execute(tx)
      return look(tx)
    })

async function verdicts(
  tx: Tx,
  invariants: readonly Invariant[],
  { from, isOver = never, onChecked = () => {} }: Omit<Run, 'since'> & { from: { journal: string; member: number } },
): Promise<Verdict[]> {
  const whole = { after: BigInt(from.journal), upTo: BigInt((await newest(tx)).journal) }
  const found: Verdict[] = []
  for (const { name, violations, inSlices } of invariants) {
    const query = `select count(*)::int as count, $1::bigint, $2::int, $3::bigint from (${violations}) violation`
    const verdict = { name, violations: 0 }
    for (const { after, upTo } of inSlices ? slicesOf(whole) : [whole]) {
      if (isOver()) throw new CutShort('The checks were cut short')
      const values = [String(after), from.member, String(upTo)]
      const { rows } = await tx.executeQuery<{ count: number }>(CompiledQuery.raw(query, values))
      verdict.violations += rows[0]?.count ?? 0
    }
    onChecked(verdict)
    found.push(verdict)
  }
  return found
}

type Slice = { after: bigint; upTo: bigint }

/** Each fits into the memory that a check may use. The last one is open: entries without a journal come after. */
function slicesOf({ after, upTo }: Slice): Slice[] {
  const slices: Slice[] = []
  for (let from = after; from + SLICE_JOURNALS < upTo; from += SLICE_JOURNALS)
    slices.push({ after: from, upTo: from + SLICE_JOURNALS })
  return [...slices, { after: slices.at(-1)?.upTo ?? after, upTo: END }]
}

async function newest(tx: Tx): Promise<{ journal: string; member: number }> {
  const { rows } = await sql<{ journal: string; member: number }>`
    select (select coalesce(max(id), 0) from journal) as journal, (select coalesce(max(id), 0) from member) as member
    `.execute(tx)
  return rows[0] ?? FROM_THE_START
}
