import { sql } from 'kysely'
import { LOCKS, type Database } from '../db/database.ts'
import { ALL_INVARIANTS, QUICK_INVARIANTS } from './all-invariants.ts'
import { check, FROM_THE_START, violatedIn, type Run, type Verdict } from './check.ts'
import { keepFullRun } from './findings.ts'
import { inOneView, type Bounds } from './view.ts'

const BOUNDS: Bounds = { timeoutMs: 30 * 60_000, memory: '128MB' }

/** How many checks a run has: for who shows its progress. */
export const invariantsIn = (since = 0n): number => chosen(since).length

const chosen = (since: bigint) => (since > 0n ? QUICK_INVARIANTS : ALL_INVARIANTS)

/** Everything that was ever written, or everything after the journal `since`. */
export const verifyInvariants = (
  db: Database,
  { since = 0n, ...run }: Run & { since?: bigint } = {},
): Promise<Verdict[]> =>
  inOneView(db, BOUNDS, (view) =>
    check(view, chosen(since), { ...run, from: { ...FROM_THE_START, journal: String(since) } }),
  )

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
  const found = await inOneView(db, BOUNDS, async (view) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(LOCKS.space)}, ${sql.lit(LOCKS.verification)}) as mine`.execute(
      view.tx,
    )
    return rows[0]?.mine ? check(view, ALL_INVARIANTS, { ...run, from: FROM_THE_START }) : undefined
  })
  if (found) await keepFullRun(db, violatedIn(found))
  return found
}
