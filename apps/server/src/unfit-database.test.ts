import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connectionTo } from './db/connection.ts'
import { asApplication } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { createDatabase, dropDatabase } from './testing/databases.ts'
import { startOwnPostgres } from './testing/own-postgres.ts'
import { startPoolingProxy } from './testing/pooling-proxy.ts'

const MAIN = new URL('main.ts', import.meta.url).pathname

/** What `npm start` says, and its exit code. */
async function start(variables: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-unfit-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { said: said.trim(), code: code as number | null }
}

/** The owner's URL of a database with some people in it. */
async function newDatabase(): Promise<string> {
  const name = `test-${randomUUID()}`
  onTestFinished(() => dropDatabase(inject('postgresUrl'), name))
  return createDatabase(inject('postgresUrl'), { name, template: 'pattern' })
}

test('a replica in the place of the primary ends the start in one sentence, with and without the owner', async () => {
  const postgres = await startOwnPostgres()
  await migrate(postgres.url)
  await postgres.becomeStandby()
  const DATABASE_URL = asApplication(postgres.url)
  const sentence = 'This database is a replica, which takes no writes: connect to the primary instead.'
  expect(await start({ DATABASE_URL })).toEqual({ code: 1, said: sentence })
  expect(await start({ DATABASE_URL, DATABASE_OWNER_URL: postgres.url })).toEqual({ code: 1, said: sentence })
})

test('a database that only reads ends the start in one sentence', async () => {
  const owner = await newDatabase()
  const admin = await new pg.Client({ connectionString: owner }).connect()
  await admin.query(`alter database "${new URL(owner).pathname.slice(1)}" set default_transaction_read_only = on`)
  await admin.end()
  expect(await start({ DATABASE_URL: asApplication(owner) })).toEqual({
    code: 1,
    said: 'This database takes no writes: default_transaction_read_only is on, there or for this login.',
  })
})

test('a pooler that ignores the settings of a connection ends the start in one sentence', async () => {
  const url = asApplication(await newDatabase())
  const DATABASE_URL = await startPoolingProxy(url, { connectionString: url })
  const { code, said } = await start({ DATABASE_URL })
  expect(said).toBe(
    'The database ignores the settings of a connection (client_connection_check_interval is 0): connect to PostgreSQL ' +
      'itself, without a pooler such as PgBouncer in between.',
  )
  expect(code).toBe(1)
})

test('a pooler that hands each transaction to another connection ends the start in one sentence', async () => {
  const url = asApplication(await newDatabase())
  const DATABASE_URL = await startPoolingProxy(url, connectionTo(url))
  const { code, said } = await start({ DATABASE_URL })
  expect(said).toBe(
    'Prepared statements and locks do not survive a transaction on this database: connect to PostgreSQL itself, ' +
      'without a pooler such as PgBouncer in between.',
  )
  expect(code).toBe(1)
})

test('a login that the database takes for another one ends the start in one sentence', async () => {
  const owner = await newDatabase()
  const role = `role-${randomUUID()}`
  const admin = await new pg.Client({ connectionString: owner }).connect()
  onTestFinished(async () => {
    await admin.query(`drop role "${role}"`)
    await admin.end()
  })
  await admin.query(`create role "${role}" login password 'word' in role trefoil_app`)
  await admin.query(`alter role "${role}" set role trefoil_app`)
  const DATABASE_URL = Object.assign(new URL(owner), { username: role, password: 'word' }).href
  expect(await start({ DATABASE_URL })).toEqual({
    code: 1,
    said: `DATABASE_URL logs in as "${role}", but the database takes it for "trefoil_app".`,
  })
})

test('a clock that is two minutes off the database’s ends the start in one sentence', async () => {
  const shifted = encodeURIComponent('const now = Date.now; Date.now = () => now() - 125_000')
  const { code, said } = await start({
    DATABASE_URL: asApplication(await newDatabase()),
    NODE_OPTIONS: `--import=data:text/javascript,${shifted}`,
  })
  expect(said).toMatch(/^The clock of this machine and the database's are 12[4-6] seconds apart: set them right\.$/)
  expect(code).toBe(1)
})
