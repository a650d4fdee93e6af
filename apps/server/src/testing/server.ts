import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, inject, onTestFinished } from 'vitest'
import type { Settings } from '../env.ts'
import { asApplication, openPool } from '../db/database.ts'
import { openLedger, type Ledger } from '../ledger/batch.ts'
import { startTrefoil, type Running } from '../start.ts'
import { createDatabase, dropDatabase, UNHURRIED } from './databases.ts'
import { testSettings } from './settings.ts'
import { visitor, type Visitor } from './visitor.ts'

export type TestServer = {
  url: string
  settings: Settings
  /** The owner's connection, to look and to move time. */
  database: pg.Pool
  /** A second poster beside the server's own, as another process would have. */
  ledger: Ledger
  visit(options?: { from?: string }): Visitor
}

type Options = {
  /** The fresh database, before the server starts. */
  prepare?: (owner: pg.Pool) => Promise<void>
  /** An epoch takes a thread, and payouts wait for it: it begins by itself only for tests that are about one. */
  countsDaily?: boolean
  /** Another PostgreSQL than the one of all tests. */
  postgresUrl?: string
  /** Whether that one has the template, too. Otherwise the server fills the database. */
  isFilled?: boolean
  /** Where the server reaches its database, if not directly. */
  through?: (databaseUrl: string) => Promise<string>
  /** Where its replica is. */
  replica?: (databaseUrl: string) => string
}

/** The whole server on a fresh database. Stopped after the test. */
export async function startTestServer(changes: Partial<Settings> = {}, options: Options = {}): Promise<TestServer> {
  const { server, stop } = await start(changes, options)
  onTestFinished(stop)
  return server
}

/** One for all tests of a file. */
export async function shareTestServer(changes: Partial<Settings> = {}, options: Options = {}): Promise<TestServer> {
  const { server, stop } = await start(changes, options)
  afterAll(stop)
  return server
}

/** To the database, another process. */
export async function startBeside({ settings }: TestServer): Promise<Running> {
  const running = await startTrefoil(settings, { countsDaily: false })
  onTestFinished(running.stop)
  return running
}

async function start(
  changes: Partial<Settings>,
  { prepare, countsDaily = false, postgresUrl: other, isFilled = other === undefined, through, replica }: Options,
): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  const postgresUrl = other ?? inject('postgresUrl')
  const name = `test-${randomUUID()}`
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-test-'))
  const databaseUrl = await createDatabase(postgresUrl, { name, ...(isFilled && { template: 'pattern' }) })
  const settings = testSettings({
    databaseUrl: (await through?.(databaseUrl)) ?? databaseUrl,
    ...(replica && { databaseReplicaUrl: asApplication(replica(databaseUrl)) }),
    dataDir,
    ...changes,
  })
  const database = openPool(databaseUrl, 4, UNHURRIED)
  await prepare?.(database)
  const running = await startTrefoil(settings, { demo: 'people', countsDaily })
  const ledger = openLedger(asApplication(databaseUrl))
  const stop = async () => {
    await ledger.stop()
    await running.stop()
    await database.end()
    await dropDatabase(postgresUrl, name)
    await rm(dataDir, { recursive: true, force: true })
  }
  const visit: TestServer['visit'] = (options) => visitor(running.url, options)
  return { server: { url: running.url, settings, database, ledger, visit }, stop }
}
