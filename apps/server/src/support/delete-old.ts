import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Long enough for whoever comes back to it, or disputes it. */
const KEPT_MONTHS = 24

/** With their messages. What operators did stays in the audit log, without a word of what was written. */
export const deleteOldCases = (db: Database) =>
  sql`
    delete from support_case where state = 'solved' and changed_at < now() - make_interval(months => ${KEPT_MONTHS})`.execute(
    db,
  )
