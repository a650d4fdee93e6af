import type pg from 'pg'
import { listed, quoted, readTables } from '../cli/backup-tables.ts'

/**
 * Keeps a copy of all tables. The returned function puts it back, as a restore from an old backup does while the chain
 * has moved on.
 */
export async function keepCopy(owner: pg.Pool): Promise<() => Promise<void>> {
  const inOneTransaction = async (work: (client: pg.PoolClient) => Promise<void>) => {
    const client = await owner.connect()
    try {
      await client.query('begin')
      // Without our own triggers, as in a restore.
      await client.query('set local session_replication_role = replica')
      await work(client)
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  await inOneTransaction(async (client) => {
    await client.query('create schema copy')
    for (const { name, columns } of await readTables(client))
      await client.query(`create table copy.${quoted(name)} as select ${listed(columns)} from public.${quoted(name)}`)
  })
  return () =>
    inOneTransaction(async (client) => {
      const tables = await readTables(client)
      const { rows } = await client.query<{ lineage: number }>('select lineage from public.ledger_state')
      await client.query(`truncate ${tables.map(({ name }) => `public.${quoted(name)}`).join(', ')}`)
      for (const { name, columns } of tables)
        await client.query(
          `insert into public.${quoted(name)} (${listed(columns)}) overriding system value
           select ${listed(columns)} from copy.${quoted(name)}`,
        )
      // As a restore does: who runs on remembers journals that are gone.
      await client.query('update public.ledger_state set lineage = $1::int + 1', [rows[0]?.lineage])
    })
}
