import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

const JOURNALS_PER_STEP = 2000

/** Takes the next journals into the monthly sums. True if there are more. */
export async function bringReportsForward(db: Database): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`select bring_reports_forward(${JOURNALS_PER_STEP}) as more`.execute(db)
  return rows[0]?.more ?? false
}

/** Step by step until the sums have caught up; `isOver` ends it between two steps. */
export async function catchUpReports(db: Database, isOver: () => boolean = () => false): Promise<void> {
  while (!isOver() && (await bringReportsForward(db)));
}
