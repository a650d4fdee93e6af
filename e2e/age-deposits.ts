import { withDatabase } from '../apps/server/src/cli/open.ts'
import { openPool } from '../apps/server/src/db/database.ts'
import { readSettings } from '../apps/server/src/env.ts'

/** As if the deposits that wait for screening had been credited an hour earlier. Run as a process of its own. */
await withDatabase(readSettings(), async ({ url }) => {
  const pool = openPool(url, 1)
  await pool.query(`update deposit set credited_at = credited_at - interval '1 hour' where screening = 'waiting'`)
  await pool.end()
})
