import { chmod, cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** The folder of a server that runs, as `pg_basebackup` copies it, which the embedded binaries lack. */
export async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const client = await new pg.Client({ connectionString: url }).connect()
  await client.query(`select pg_backup_start('copy', fast => true)`)
  const isNotWal = (path: string) => !path.endsWith('postmaster.pid') && !path.startsWith(join(from, 'pg_wal', '0'))
  await cp(from, to, { recursive: true, filter: isNotWal })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await cp(join(from, 'pg_wal'), join(to, 'pg_wal'), { recursive: true })
  await client.end()
  await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  await chmod(to, 0o700)
}
