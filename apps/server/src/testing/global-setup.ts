import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { startTrefoil } from '../start.ts'
import { bundleTestPrograms } from './bundle-programs.ts'
import { createDatabase, forgetOutside, MANY_SERVERS, NOT_DURABLE } from './databases.ts'
import { testSettings } from './settings.ts'
import type { Provided } from './provided.ts'
import { PRELOADED } from './statements.ts'
import { giveTemplateMoney } from './template-money.ts'

/** Inside the package, so that programs find the dependencies that are not bundled. */
const BUNDLES = fileURLToPath(new URL('../../dist/', import.meta.url))

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
  await mkdir(BUNDLES, { recursive: true })
  const programs = await mkdtemp(join(BUNDLES, 'test-'))
  await bundleTestPrograms(programs)
  const provided: Provided = { postgresUrl: postgres.url, postgresTemplate: folder, programs }
  project.provide('postgresUrl', provided.postgresUrl)
  project.provide('postgresTemplate', provided.postgresTemplate)
  project.provide('programs', provided.programs)
  return async () => {
    await postgres.stop()
    for (const each of [programs, dataDir]) await rm(each, { recursive: true, force: true })
  }
}
