import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** While somebody waits. */
const JOURNALS_PER_QUESTION = 2000
/** Of many journals more concern the same teams, which are written once per step. */
const JOURNALS_PER_STEP = 100_000

/** Takes the next journals into the monthly sums. True if there are more. */
export async function bringReportsForward(db: Database, journalsMax = JOURNALS_PER_QUESTION): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`select bring_reports_forward(${journalsMax}) as more`.execute(db)
  return rows[0]?.more ?? false
}

/** Step by step until the sums have caught up; `isOver` ends it between two steps. */
export async function catchUpReports(db: Database, isOver: () => boolean = () => false): Promise<void> {
  while (!isOver() && (await bringReportsForward(db, JOURNALS_PER_STEP)));
}
