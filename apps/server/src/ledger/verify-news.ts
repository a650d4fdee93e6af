import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { QUICK_INVARIANTS } from './all-invariants.ts'
import { countViolations, CutShort, END, never, newest, violatedIn } from './check.ts'
import type { IsOver, Part, Verdict } from './check.ts'
import { keepProgress, readProgress, type Progress } from './findings.ts'
import { inView, type Bounds } from './view.ts'

/** Few enough that each check holds its view well below a second, beside two thousand donations a second. */
const SLICE_JOURNALS = 5000
const ELSEWHERE_EVERY_MS = 60_000

const OF_NEWS: Bounds = { timeoutMs: 50_000, memory: '64MB' }
/** From the start, every balance is compared, also those without any entry. */
const OF_ALL: Bounds = { timeoutMs: 30 * 60_000, memory: '128MB' }

type Options = { isOver?: IsOver; sliceJournals?: number }

/**
 * Checks what is new since the last run: what no journal leads to, then the journals, slice by slice. After each slice it
 * records how far it has come, never past a violation, so that a run that is cut short loses nothing.
 *
 * Each check has a view of its own. While a view is held, PostgreSQL keeps every version of a row that came after it, and
 * a balance has a new one with each batch.
 */
export async function verifyNews(db: Database, options: Options = {}): Promise<Verdict[]> {
  const { isOver = never, sliceJournals = SLICE_JOURNALS } = options
  const before = await readProgress(db)
  let progress = before
  let elsewhere: Elsewhere | undefined
  for (;;) {
    if (!elsewhere || performance.now() - elsewhere.begun > ELSEWHERE_EVERY_MS)
      elsewhere = await lookElsewhere(db, progress, isOver)
    const begun = performance.now()
    await sql`select summarise_entries()`.execute(db)
    const slice = await nextSlice(db, progress.journal, sliceJournals)
    const inSlice = await countEach(db, 'inJournals', { ...progress, upTo: slice.isLast ? END : slice.last }, isOver)
    const found = addUp(elsewhere.violations, inSlice)
    const isViolated = inSlice.some((violations) => violations > 0)
    progress = {
      ...progress,
      ...elsewhere.upTo,
      journal: isViolated ? progress.journal : slice.last,
      // What was violated may be further on.
      violated: [...new Set([...(slice.isLast ? [] : before.violated), ...violatedIn(found)])],
    }
    await keepProgress(db, progress, [elsewhere.at, slice.at])
    if (isViolated || slice.isLast) return found
    // No more than half a core, unless it falls behind.
    if (!slice.isOld) await sleep(performance.now() - begun)
  }
}

type Elsewhere = {
  /** Of each invariant. */
  violations: readonly number[]
  /** Nothing where something is violated. */
  upTo: Partial<Progress>
  at: string
  begun: number
}

async function lookElsewhere(db: Database, before: Progress, isOver: IsOver): Promise<Elsewhere> {
  const begun = performance.now()
  const { journal, member, at } = await newest(db)
  const violations = await countEach(db, 'elsewhere', { ...before, journal: before.elsewhere, upTo: END }, isOver)
  const isViolated = violations.some((count) => count > 0)
  return { violations, at, begun, upTo: isViolated ? {} : { member, elsewhere: journal } }
}

/** The violations of each invariant. */
async function countEach(
  db: Database,
  where: 'inJournals' | 'elsewhere',
  part: Part,
  isOver: IsOver,
): Promise<number[]> {
  const counts: number[] = []
  for (const { [where]: query } of QUICK_INVARIANTS) {
    if (isOver()) throw new CutShort('The checks were cut short')
    const bounds = part.journal === '0' ? OF_ALL : OF_NEWS
    counts.push(query === undefined ? 0 : await inView(db, bounds, (tx) => countViolations(tx, query, part)))
  }
  return counts
}

const addUp = (elsewhere: readonly number[], inSlice: readonly number[]): Verdict[] =>
  QUICK_INVARIANTS.map(({ name }, index) => ({ name, violations: (elsewhere[index] ?? 0) + (inSlice[index] ?? 0) }))

/**
 * Ends with the journal `last`, or is the last one and open: entries without a journal come after. `at`: what was written
 * until then is part of it, or of an earlier one. `isOld`: that was so long ago that there is no time to rest.
 */
type Slice = { last: string; isLast: boolean; at: string; isOld: boolean }

async function nextSlice(db: Database, after: string, journalsMax: number): Promise<Slice> {
  const { rows } = await sql<Slice>`
    select last, "isLast", at::text, at < now() - interval '2 minutes' as "isOld" from (
      select coalesce(max(id), least(${after}::bigint, (select coalesce(max(id), 0) from journal)))::text as last,
        count(*) < ${journalsMax} as "isLast",
        case when count(*) < ${journalsMax} then now() else least(now(), max(created_at)) end as at
      from (select id, created_at from journal where id > ${after} order by id limit ${journalsMax}) next
    ) slice`.execute(db)
  const [slice] = rows
  if (!slice) throw new Error('The database answered without a slice')
  return slice
}
