import pg from 'pg'
import { connectionTo } from '../db/connection.ts'
import { StartError } from '../start-error.ts'

/** What servers hold in memory, and what they are writing, does not know of a change underneath them. */
export async function refuseWhileRunning(url: string): Promise<void> {
  const client = new pg.Client({ ...connectionTo(url), application_name: 'command line' })
  await client.connect()
  try {
    const { rows } = await client.query<{ others: number }>(`
      select count(*)::int as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'trefoil%'`)
    if ((rows[0]?.others ?? 0) > 0) throw new StartError('A server is running on this database: stop it first.')
  } finally {
    await client.end()
  }
}
