import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** While a request waits. */
const JOURNALS_PER_QUESTION = 2000
/** Larger steps write each team less often. */
const JOURNALS_PER_STEP = 100_000

/** Adds the next journals to the monthly sums. True if there are more. */
export async function bringReportsForward(db: Database, journalsMax = JOURNALS_PER_QUESTION): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`select bring_reports_forward(${journalsMax}) as more`.execute(db)
  return rows[0]?.more ?? false
}

/** Repeats until the sums have caught up, or `isOver` between two steps. */
export async function catchUpReports(db: Database, isOver: () => boolean = () => false): Promise<void> {
  while (!isOver() && (await bringReportsForward(db, JOURNALS_PER_STEP)));
}
