import { CompiledQuery, sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import type { Invariant } from './invariants.ts'
import type { View } from './view.ts'

/** `first`: where the first violation is, if it is known. */
export type Verdict = { name: string; violations: number; first?: string }

export const violatedIn = (found: readonly Verdict[]): string[] =>
  found.filter(({ violations }) => violations > 0).map(({ name }) => name)

/** Called between two checks, so that a stopping process need not finish them all. */
export type IsOver = () => boolean
export class CutShort extends Error {}
export const never: IsOver = () => false

/** `onChecked` hears each verdict as soon as it is known. `atOnce`: checks at a time, each on a core of its own. */
export type Run = { isOver?: IsOver; onChecked?: OnChecked; atOnce?: number }
type OnChecked = (verdict: Verdict, seconds: number) => void

/** The last journal and the last member that need no check. */
export type From = { journal: string; member: number }
export const FROM_THE_START: From = { journal: '0', member: 0 }

/** Past every journal. */
export const END = String(2n ** 63n - 1n)
const SLICE_JOURNALS = 50_000n

/** Verdicts in the order of the invariants. */
export async function check(
  view: View,
  invariants: readonly Invariant[],
  { from, isOver = never, onChecked = () => {}, atOnce = 1 }: Run & { from: From },
): Promise<Verdict[]> {
  const upTo = (await newest(view.tx)).journal
  const found: Verdict[] = []
  const waiting = [...invariants.entries()].toSorted(([, a], [, b]) => (b.cost ?? 0) - (a.cost ?? 0))
  const takeTurns = async (tx: Tx): Promise<void> => {
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [place, invariant] = next
        const begun = performance.now()
        const verdict = await checkOne(tx, invariant, { from, upTo, isOver })
        found[place] = verdict
        onChecked(verdict, (performance.now() - begun) / 1000)
      }
    } catch (error) {
      // The others stop after their present check.
      waiting.length = 0
      throw error
    }
  }
  const others = Array.from({ length: atOnce - 1 }, () => view.another(takeTurns))
  // All of them end before the view does.
  const ends = await Promise.allSettled([takeTurns(view.tx), ...others])
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return found
}

async function checkOne(
  tx: Tx,
  { name, inJournals, elsewhere, inSlices }: Invariant,
  { from, upTo: last, isOver }: { from: From; upTo: string; isOver: IsOver },
): Promise<Verdict> {
  const whole = { ...from, upTo: END }
  const verdict = { name, violations: 0 }
  const add = async (query: string | undefined, parts: readonly Part[]) => {
    if (query === undefined) return
    for (const part of parts) {
      if (isOver()) throw new CutShort('The checks were cut short')
      verdict.violations += await countViolations(tx, query, part)
    }
  }
  await add(inJournals, inSlices ? slicesOf(from, last) : [whole])
  await add(elsewhere, [whole])
  return verdict
}

/** Members after `member`, and journals after `journal` up to `upTo`. */
export type Part = From & { upTo: string }

export async function countViolations(tx: Tx, query: string, { journal, member, upTo }: Part): Promise<number> {
  const counted = `select count(*)::int as count, $1::bigint, $2::int, $3::bigint from (${query}) violation`
  const { rows } = await tx.executeQuery<{ count: number }>(CompiledQuery.raw(counted, [journal, member, upTo]))
  return rows[0]?.count ?? 0
}

/** Each fits into the memory that a check may use. The last one is open: entries without a journal come after. */
function slicesOf(from: From, last: string): Part[] {
  const ends: bigint[] = []
  for (let end = BigInt(from.journal) + SLICE_JOURNALS; end < BigInt(last); end += SLICE_JOURNALS) ends.push(end)
  return [from.journal, ...ends].map((after, index) => ({
    ...from,
    journal: String(after),
    upTo: String(ends[index] ?? END),
  }))
}

/** Up to where there is something to check now. */
export async function newest(db: Reader): Promise<From & { at: string }> {
  const { rows } = await sql<From & { at: string }>`
    select (select coalesce(max(id), 0) from journal) as journal, (select coalesce(max(id), 0) from member) as member,
      now()::text as at`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database answered without the newest journal')
  return row
}
