import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** A page is 1,024 entries or notes. Limits a step after a long history was left uncounted. */
const PAGES_PER_STEP = 16

/**
 * Adds an account's full pages to its monthly sums. Entries are also summed as their pages fill up; notes only here.
 */
export async function countPages(db: Database, accountId: number): Promise<void> {
  await sql`
    select sum_entries(${accountId}, 'impact', ${PAGES_PER_STEP}), sum_entries(${accountId}, 'available', ${PAGES_PER_STEP}),
      sum_notes(${accountId}, ${PAGES_PER_STEP})`.execute(db)
}
