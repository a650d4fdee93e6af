import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { asApplication } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { readSettings } from './env.ts'
import { startServer, startTrefoil } from './start.ts'
import { createDatabase, dropDatabase } from './testing/databases.ts'
import { testSettings } from './testing/settings.ts'
import { claimDatabase } from './demo/mode.ts'

const DEMO = 'This database is a demo: production needs a database of its own.'
const NO_DEMO = 'This database is not a demo: set NODE_ENV=production, or start on an empty database.'

async function newDatabase({ template, version }: { template?: string; version?: number } = {}) {
  const name = `test-${randomUUID()}`
  const ownerUrl = await createDatabase(inject('postgresUrl'), { name, ...(template && { template }) })
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  onTestFinished(async () => {
    await owner.end()
    await dropDatabase(inject('postgresUrl'), name)
  })
  if (version !== undefined) await migrate(ownerUrl, { upTo: version })
  return {
    owner,
    logins: { url: asApplication(ownerUrl), ownerUrl },
    settings: testSettings({ databaseUrl: ownerUrl }),
    mode: async () =>
      (await owner.query(`select value ->> 'mode' as mode from installation where key = 'mode'`)).rows[0]?.mode,
    somebody: () =>
      owner.query(`
        insert into account (role, name, email, key_hash, key_box, passcode_hash)
        values ('member', 'Somebody', 'me@example.com', 'hash', 'box', 'passcode')`),
    state: async () =>
      (
        await owner.query(`
          select (select max(number) from migration) as version, (select count(*)::int from account) as accounts,
            (select array_agg(key order by key) from installation) as facts`)
      ).rows[0],
  }
}

test('production refuses a demo’s database, and changes nothing there', async () => {
  const { settings, state } = await newDatabase({ template: 'pattern' })
  const before = await state()
  await expect(startTrefoil({ ...settings, production: true })).rejects.toThrow(DEMO)
  expect(await state()).toEqual(before)
})

test('production refuses a demo from before there was a mark, even at another version', async () => {
  const { owner, logins, state } = await newDatabase({ version: 22 })
  await owner.query(`insert into installation (key, value) values ('demo', '{}')`)
  await expect(claimDatabase(logins, 'production')).rejects.toThrow(DEMO)
  expect(await state()).toMatchObject({ version: 22 })
})

test('a demo refuses production’s database, marked or not, and neither migrates it nor writes there', async () => {
  const { logins, settings, somebody, state, mode } = await newDatabase({ version: 22 })
  await somebody()
  const before = await state()
  await expect(startTrefoil(settings)).rejects.toThrow(NO_DEMO)
  expect(await state()).toEqual(before)
  await claimDatabase(logins, 'production')
  expect(await mode()).toBe('production')
  await expect(startTrefoil(settings)).rejects.toThrow(NO_DEMO)
})

test('a demo refuses a database with tables of another program', async () => {
  const { owner, logins } = await newDatabase()
  await owner.query('create table theirs (id int)')
  await expect(claimDatabase(logins, 'demo')).rejects.toThrow(NO_DEMO)
  expect((await owner.query(`select to_regclass('migration') as found`)).rows).toEqual([{ found: null }])
})

test('an empty database belongs to whoever starts first, for good', async () => {
  const { owner, logins, mode } = await newDatabase()
  const outcomes = await Promise.allSettled([claimDatabase(logins, 'demo'), claimDatabase(logins, 'production')])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const first = outcomes[0].status === 'fulfilled' ? 'demo' : 'production'
  expect(await mode()).toBe(first)
  await claimDatabase(logins, first)
  const application = new pg.Client({ connectionString: logins.url })
  await application.connect()
  onTestFinished(() => application.end())
  for (const client of [owner, application]) {
    await expect(client.query(`update installation set value = '{}' where key = 'mode'`)).rejects.toThrow(/keeps its/)
    await expect(client.query(`update installation set key = 'x' where key = 'mode'`)).rejects.toThrow(/keeps its/)
    await expect(client.query(`delete from installation where key = 'mode'`)).rejects.toThrow(/keeps its|denied/)
  }
  expect(await mode()).toBe(first)
})

test('a seeded demo gets its mark when it starts again', async () => {
  const { owner, logins, mode } = await newDatabase({ version: 22 })
  await owner.query(`insert into installation (key, value) values ('demo', '{}')`)
  await claimDatabase(logins, 'demo')
  expect(await mode()).toBe('demo')
})

test('a demo does not start with a real mail server or a real chain', async () => {
  const settings = testSettings({ smtpUrl: 'smtp://127.0.0.1:1' })
  await expect(startServer(settings)).rejects.toThrow(
    'The demo does not use SMTP_URL: unset it, or set NODE_ENV=production.',
  )
  const zero = `0x${'0'.repeat(40)}`
  const { chain } = readSettings({
    CHAIN_RPC_URL: 'https://bsc.example.org',
    CHAIN_TOKEN: zero,
    CHAIN_FACTORY: zero,
    CHAIN_TREASURY: zero,
    CHAIN_VAULT: zero,
    CHAIN_SIGNER_KEY_FILE: '/nowhere',
  })
  await expect(startServer({ ...settings, chain })).rejects.toThrow(/does not use SMTP_URL or CHAIN_RPC_URL/)
})
