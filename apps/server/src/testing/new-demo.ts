import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openPool } from '../db/database.ts'
import { startTrefoil } from '../start.ts'
import { createDatabase, dropDatabase, UNHURRIED } from './databases.ts'
import { testSettings } from './settings.ts'

/** An empty database and folder, as before the first start of a demo. */
export async function newDemo() {
  const postgresUrl = inject('postgresUrl')
  const name = `demo-${randomUUID()}`
  const databaseUrl = await createDatabase(postgresUrl, { name })
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-test-'))
  const settings = testSettings({ databaseUrl, dataDir })
  const pool = openPool(databaseUrl, 2, UNHURRIED)
  const remove = async () => {
    await pool.end()
    await dropDatabase(postgresUrl, name)
    await rm(dataDir, { recursive: true, force: true })
  }
  return { settings, pool, start: () => startTrefoil(settings), remove }
}
