import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import pg from 'pg'
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { connectionTo } from './db/connection.ts'
import { asApplication } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { createDatabase, dropDatabase } from './testing/databases.ts'
import { isLong } from './testing/long-form.ts'
import { startOwnPostgres } from './testing/own-postgres.ts'
import { startPoolingProxy } from './testing/pooling-proxy.ts'
import { refusalOf } from './testing/refused-start.ts'
import { startTestServer } from './testing/server.ts'
import { startTcpProxy } from './testing/tcp-proxy.ts'
import { PRODUCTION } from './testing/production.ts'
import { testSettings } from './testing/settings.ts'

const SOON = { timeout: 90_000, interval: 100 }

/** Another cluster than the one of all tests. One of the last tests makes a standby of it. */
const elsewhere = await startOwnPostgres(undefined, afterAll)

/** The owner's URL of a database with some people in it. */
async function newDatabase(): Promise<string> {
  const name = `test-${randomUUID()}`
  onTestFinished(() => dropDatabase(inject('postgresUrl'), name))
  return createDatabase(inject('postgresUrl'), { name, template: 'pattern' })
}

test('a database that only reads ends the start in one sentence', async () => {
  const owner = await newDatabase()
  const admin = await new pg.Client({ connectionString: owner }).connect()
  await admin.query(`alter database "${new URL(owner).pathname.slice(1)}" set default_transaction_read_only = on`)
  await admin.end()
  expect(await refusalOf({ DATABASE_URL: asApplication(owner) })).toBe(
    'This database takes no writes: default_transaction_read_only is on, there or for this login.',
  )
})

test('a pooler that ignores the settings of a connection ends the start in one sentence', async () => {
  const url = asApplication(await newDatabase())
  const DATABASE_URL = await startPoolingProxy(url, { connectionString: url })
  expect(await refusalOf({ DATABASE_URL })).toBe(
    'The database ignores the settings of a connection (client_connection_check_interval is 0): connect to PostgreSQL ' +
      'itself, without a pooler such as PgBouncer in between.',
  )
})

test('a pooler that hands each transaction to another connection ends the start in one sentence', async () => {
  const url = asApplication(await newDatabase())
  const DATABASE_URL = await startPoolingProxy(url, connectionTo(url))
  expect(await refusalOf({ DATABASE_URL })).toBe(
    'Prepared statements and locks do not survive a transaction on this database: connect to PostgreSQL itself, ' +
      'without a pooler such as PgBouncer in between.',
  )
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
  expect(await refusalOf({ DATABASE_URL })).toBe(
    `DATABASE_URL logs in as "${role}", but the database takes it for "trefoil_app".`,
  )
})

/** Empty databases of one name in two clusters. */
async function oneInEach(): Promise<[string, string]> {
  const name = `test-${randomUUID()}`
  onTestFinished(() => dropDatabase(inject('postgresUrl'), name))
  return [await createDatabase(inject('postgresUrl'), { name }), await createDatabase(elsewhere.url, { name })]
}

async function expectEmpty(...databases: string[]): Promise<void> {
  for (const url of databases) {
    const client = await new pg.Client({ connectionString: url }).connect()
    const { rows } = await client.query(`select from pg_class where relnamespace = 'public'::regnamespace`)
    await client.end()
    expect(rows).toEqual([])
  }
}

test('two clusters behind one address end the start in one sentence, and nothing is written to either', async () => {
  const [one, other] = await oneInEach()
  const proxy = await startTcpProxy(one)
  proxy.shareOut(other)
  const shared = proxy.url
  const sentence = (variable: string) =>
    new RegExp(`^${variable} leads to two different clusters, \\d+ and \\d+: let it lead to the primary of one\\.$`)
  for (const [url, DATABASE_OWNER_URL, variable] of [
    [shared, shared, 'DATABASE_URL'],
    [shared, one, 'DATABASE_URL'],
    [one, shared, 'DATABASE_OWNER_URL'],
  ] as const)
    expect(await refusalOf({ DATABASE_URL: asApplication(url), DATABASE_OWNER_URL })).toMatch(sentence(variable))
  await expectEmpty(one, other)
})

test('two logins that lead to two clusters end the start in one sentence, and nothing is written to either', async () => {
  const [one, other] = await oneInEach()
  expect(await refusalOf({ DATABASE_URL: asApplication(one), DATABASE_OWNER_URL: other })).toMatch(
    /^DATABASE_URL leads to the cluster \d+, and DATABASE_OWNER_URL to \d+: let both lead to the primary of one\.$/,
  )
  await expectEmpty(one, other)
})

test('a server does not use connections to another cluster than the one it has started on', async () => {
  const ours = inject('postgresUrl')
  const proxy = await startTcpProxy(ours)
  /** There is a database of that name at the other, too. */
  const through = async (url: string) => {
    const { pathname } = new URL(url)
    await createDatabase(elsewhere.url, { name: pathname.slice(1) })
    return Object.assign(new URL(proxy.url), { pathname }).href
  }
  const server = await startTestServer({ databaseRetryMs: 500 }, { through })
  expect((await server.visit().get('/api/ready')).status).toBe(200)
  proxy.lead(elsewhere.url)
  await expect.poll(async () => (await server.visit().get('/api/ready')).status, SOON).toBe(503)
  const signedIn = await server.visit().post('/api/users/login', { identifier: 'somebody', password: 'a passcode' })
  expect([signedIn.status, signedIn.body.code]).toEqual([503, 'busy'])
  proxy.lead(ours)
  await expect.poll(async () => (await server.visit().get('/api/ready')).status, SOON).toBe(200)
})

const NOWHERE = 'postgres://trefoil_app@127.0.0.1:1/trefoil'

/** Says what Patroni's REST API does, in the part that counts. */
async function startPatroni(version: string): Promise<string> {
  const api = createServer((request, response) => {
    response.statusCode = request.url === '/patroni' ? 200 : 404
    response.end(JSON.stringify({ state: 'running', role: 'primary', patroni: { version, scope: 'trefoil' } }))
  }).listen(0, '127.0.0.1')
  await once(api, 'listening')
  onTestFinished(() => void api.close())
  return `http://127.0.0.1:${(api.address() as AddressInfo).port}`
}

test('a Patroni that loses confirmed transfers ends the start of production in one sentence, whichever node has it', async () => {
  const [good, bad] = [await startPatroni('4.0.7'), await startPatroni('3.0.2')]
  const sentence =
    `Patroni 3.0.2 at ${bad} loses confirmed transfers, because a leader that was paused overwrites the lock when it ` +
    'resumes: use 4.0 or newer.'
  const startWith = (urls: string) => refusalOf({ ...PRODUCTION, DATABASE_URL: NOWHERE, PATRONI_URL: urls })
  expect(await startWith(`${good}, ${bad}`)).toBe(sentence)
  // It goes on to what is wrong next.
  expect(await startWith(`${good},http://127.0.0.1:1`)).toMatch(/^Cannot connect to the database/)
  expect(await startWith('http://127.0.0.1:1')).toBe(
    'No Patroni answers at PATRONI_URL (http://127.0.0.1:1), so its version cannot be checked: name its REST API, or unset it.',
  )
})

const TWO_MINUTES_MS = 125_000

test.each([
  ['ahead of', TWO_MINUTES_MS],
  ['behind', -TWO_MINUTES_MS],
])('a clock that is two minutes %s the database’s ends the start in one sentence', async (_, ms) => {
  const DATABASE_URL = asApplication(await newDatabase())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms, shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  expect(await refusalOf({ DATABASE_URL })).toMatch(
    /^The clock of this machine and the database's are 12[4-6] seconds apart: set them right\.$/,
  )
})

test('a replica in the place of the primary ends the start in one sentence, with and without the owner', async () => {
  await migrate(elsewhere.url)
  await elsewhere.becomeStandby()
  const DATABASE_URL = asApplication(elsewhere.url)
  const sentence = 'This database is a replica, which takes no writes: connect to the primary instead.'
  expect(await refusalOf({ DATABASE_URL })).toBe(sentence)
  expect(await refusalOf({ DATABASE_URL, DATABASE_OWNER_URL: elsewhere.url })).toBe(sentence)
})

test.runIf(isLong)('a standby of another installation ends the start in one sentence', async () => {
  const other = await startOwnPostgres()
  await migrate(other.url)
  const standby = await other.copy({ follows: true })
  const refusal = await refusalOf({
    DATABASE_URL: asApplication(await newDatabase()),
    DATABASE_REPLICA_URL: asApplication(standby.url),
    TREFOIL_SECRET: testSettings({}).secret ?? '',
  })
  expect(refusal).toBe(
    'DATABASE_REPLICA_URL names a database of another installation: give it a replica of DATABASE_URL.',
  )
})
