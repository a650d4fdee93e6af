import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool } from '../apps/server/src/db/database.ts'
import { startEmbedded } from '../apps/server/src/db/embedded.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { createDatabase } from '../apps/server/src/testing/databases.ts'
import { describeSchema } from '../apps/server/src/testing/describe-schema.ts'

const SNAPSHOT = new URL('../docs/schema.sql', import.meta.url)

const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-schema-'))
const postgres = await startEmbedded({ dataDir, log: () => {} })
try {
  const url = await createDatabase(postgres.url, { name: 'schema' })
  await migrate(url)
  const pool = openPool(url, 1)
  await writeFile(SNAPSHOT, await describeSchema(pool))
  await pool.end()
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
