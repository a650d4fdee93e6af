import { CompiledQuery, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Invariant } from './invariants.ts'
import type { View } from './view.ts'

export type Verdict = { name: string; violations: number }

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

const SLICE_JOURNALS = 50_000n
const END = 2n ** 63n - 1n

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
  { name, violations, inSlices }: Invariant,
  { from, upTo: last, isOver }: { from: From; upTo: string; isOver: IsOver },
): Promise<Verdict> {
  const whole = { after: BigInt(from.journal), upTo: BigInt(last) }
  const query = `select count(*)::int as count, $1::bigint, $2::int, $3::bigint from (${violations}) violation`
  const verdict = { name, violations: 0 }
  for (const { after, upTo } of inSlices ? slicesOf(whole) : [whole]) {
    if (isOver()) throw new CutShort('The checks were cut short')
    const values = [String(after), from.member, String(upTo)]
    const { rows } = await tx.executeQuery<{ count: number }>(CompiledQuery.raw(query, values))
    verdict.violations += rows[0]?.count ?? 0
  }
  return verdict
}

type Slice = { after: bigint; upTo: bigint }

/** Each fits into the memory that a check may use. The last one is open: entries without a journal come after. */
function slicesOf({ after, upTo }: Slice): Slice[] {
  const slices: Slice[] = []
  for (let from = after; from + SLICE_JOURNALS < upTo; from += SLICE_JOURNALS)
    slices.push({ after: from, upTo: from + SLICE_JOURNALS })
  return [...slices, { after: slices.at(-1)?.upTo ?? after, upTo: END }]
}

export async function newest(tx: Tx): Promise<From> {
  const { rows } = await sql<From>`
    select (select coalesce(max(id), 0) from journal) as journal, (select coalesce(max(id), 0) from member) as member
    `.execute(tx)
  return rows[0] ?? FROM_THE_START
}
