import { StartError } from '../start-error.ts'
import { onClient } from './on-client.ts'

/** What servers hold in memory, and what they are writing, does not know of a change underneath them. */
export async function refuseWhileRunning(url: string): Promise<void> {
  const others = await onClient(url, async (client) => {
    const { rows } = await client.query<{ others: number }>(`
      select count(*)::int as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'trefoil%'`)
    return rows[0]?.others ?? 0
  })
  if (others > 0) throw new StartError('A server is running on this database: stop it first.')
}
