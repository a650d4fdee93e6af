import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { startTrefoil } from '../start.ts'
import { createDatabase, forgetOutside, MANY_SERVERS, NOT_DURABLE } from './databases.ts'
import { testSettings } from './settings.ts'
import type { Provided } from './provided.ts'
import { PRELOADED } from './statements.ts'
import { giveTemplateMoney } from './template-money.ts'

/**
 * One real PostgreSQL for all tests, with a database that is migrated and seeded, which each test copies: `pattern`. In
 * the one that is called `migrated` is nothing yet.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-test-'))
  const settings = { ...NOT_DURABLE, ...MANY_SERVERS, ...PRELOADED }
  const start = () => startEmbedded({ dataDir, log: () => {}, settings })
  let postgres = await start()
  await migrate(await createDatabase(postgres.url, { name: 'migrated' }))
  const template = await createDatabase(postgres.url, { name: 'pattern', template: 'migrated' })
  const seeding = testSettings({ databaseUrl: template, dataDir })
  const once = await startTrefoil(seeding, { demo: 'people' })
  await once.stop()
  await giveTemplateMoney({ databaseUrl: template, secret: seeding.secret ?? '' })
  await forgetOutside(template)
  const folder = join(dataDir, 'template')
  await postgres.stop()
  await cp(join(dataDir, 'postgres'), folder, { recursive: true })
  postgres = await start()
  const provided: Provided = { postgresUrl: postgres.url, postgresTemplate: folder }
  project.provide('postgresUrl', provided.postgresUrl)
  project.provide('postgresTemplate', provided.postgresTemplate)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
