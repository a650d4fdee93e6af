import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { init } from './init.ts'
import { createDatabase, dropDatabase } from '../testing/databases.ts'
import { testSettings } from '../testing/settings.ts'
import { openPool } from '../db/database.ts'
import { beginSeeding } from '../demo/begin.ts'

const emails = { rootEmail: 'root@example.org', operatorEmail: 'me@example.com' }

async function emptyDatabase() {
  const name = `test-${randomUUID()}`
  const databaseUrl = await createDatabase(inject('postgresUrl'), { name, template: 'migrated' })
  const pool = openPool(databaseUrl, 1)
  onTestFinished(async () => {
    await pool.end()
    await dropDatabase(inject('postgresUrl'), name)
  })
  const state = async () =>
    (
      await pool.query(`
        select (select count(*)::int from account) as accounts, (select count(*)::int from audit_entry) as acts,
          (select array_agg(key order by key) from installation) as facts,
          (select min(active_from) from programme) as rules_since`)
    ).rows[0]
  return { databaseUrl, pool, state, settings: testSettings({ production: true, databaseUrl }) }
}

test('a demo never starts on a database with other accounts, and changes nothing there', async () => {
  const { databaseUrl, settings, state } = await emptyDatabase()
  await init(settings, emails)
  const before = await state()
  await expect(beginSeeding(databaseUrl)).rejects.toThrow(/^This database is not a demo: set NODE_ENV=production/)
  expect(await state()).toEqual(before)
})

test('an unfinished demo is removed only if nobody else has an account there', async () => {
  const { databaseUrl, pool, settings, state } = await emptyDatabase()
  await (await beginSeeding(databaseUrl))?.leave()
  await expect(init(settings, emails)).rejects.toThrow(/^This database is a demo: production needs/)
  await pool.query(`
    insert into account (role, name, email, key_hash, key_box, passcode_hash)
    values ('operator', 'Somebody', 'me@example.com', 'hash', 'box', 'passcode')`)
  const before = await state()
  await expect(beginSeeding(databaseUrl)).rejects.toThrow(/^This database is not a demo/)
  expect(await state()).toEqual(before)
})

test('a demo that another version began is not continued', async () => {
  const { databaseUrl, pool } = await emptyDatabase()
  await (await beginSeeding(databaseUrl))?.leave()
  await pool.query(`insert into migration (number, name) values (9999, 'later')`)
  await expect(beginSeeding(databaseUrl)).rejects.toThrow(/^An older version has begun a demo here/)
})
