import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Of 1,024 entries or notes: what is counted at once, if a long history was left behind. */
const PAGES_PER_STEP = 16

/**
 * Takes what an account's history has more than a page of into its monthly sums. The server does so by itself as pages
 * fill up; notes are counted when somebody asks.
 */
export async function countPages(db: Database, accountId: number): Promise<void> {
  await sql`
    select sum_entries(${accountId}, 'impact', ${PAGES_PER_STEP}), sum_entries(${accountId}, 'available', ${PAGES_PER_STEP}),
      sum_notes(${accountId}, ${PAGES_PER_STEP})`.execute(db)
}
