import { openPool } from '../apps/server/src/db/database.ts'
import { withDatabase } from '../apps/server/src/cli/open.ts'
import { readSettings } from '../apps/server/src/env.ts'

/**
 * Runs a statement with the login that owns the tables, past the application and past every trigger. Run as a process of
 * its own.
 */
const [statement = ''] = process.argv.slice(2)
await withDatabase(readSettings(), async ({ ownerUrl }) => {
  const pool = openPool(ownerUrl(), 1, { application_name: 'by hand' })
  const client = await pool.connect()
  await client.query('set session_replication_role = replica')
  await client.query(statement)
  client.release(true)
  await pool.end()
})
