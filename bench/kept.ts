import { migrate } from '../apps/server/src/db/migrate.ts'
import { openPool, type Pool } from '../apps/server/src/db/database.ts'
import { createDatabase, dropDatabase } from '../apps/server/src/testing/databases.ts'
import { thenStop } from './cleanup.ts'

/** One statement fills a table, and may share its machine with others. */
const LOAD_TIMEOUT_MS = 300_000

type Making = { server: string; name: string; load: (pool: Pool) => Promise<void>; say: (line: string) => void }

/** The URL of a database that is made once: a later run on the same server finds it. */
export async function keptDatabase({ server, name, load, say }: Making): Promise<string> {
  const owner = openPool(server, 1)
  await thenStop(
    async () => {
      const { rowCount } = await owner.query('select from pg_database where datname = $1', [name])
      if (rowCount !== 0) return
      const begun = performance.now()
      // Renamed when it is complete.
      await dropDatabase(server, `${name}-half`)
      const half = await createDatabase(server, { name: `${name}-half` })
      await migrate(half)
      const loading = openPool(half, 1, { timeoutMs: LOAD_TIMEOUT_MS })
      await thenStop(
        () => load(loading),
        () => loading.end(),
      )
      await owner.query(`alter database "${name}-half" rename to "${name}"`)
      say(`${name} loaded in ${Math.round((performance.now() - begun) / 1000)} s`)
    },
    () => owner.end(),
  )
  const url = new URL(server)
  url.pathname = `/${name}`
  await migrate(url.href)
  return url.href
}
