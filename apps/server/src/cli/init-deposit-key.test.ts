import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase, openPool } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { openDepositKey } from '../deposits/deposit-key.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { createDatabase, dropDatabase } from '../testing/databases.ts'
import { testSettings } from '../testing/settings.ts'
import { init } from './init.ts'

const emails = { rootEmail: 'root@example.org', operatorEmail: 'me@example.com' }

test('a new installation has a random deposit key from its first account on, also where a start came before', async () => {
  const name = `test-${randomUUID()}`
  const databaseUrl = await createDatabase(inject('postgresUrl'), { name })
  const pool = openPool(databaseUrl, 1)
  onTestFinished(async () => {
    await pool.end()
    await dropDatabase(inject('postgresUrl'), name)
  })
  await migrate(databaseUrl)
  const db = openDatabase(pool)
  const settings = testSettings({ production: true, databaseUrl })
  const keyring = makeKeyring(settings.secret ?? '')
  const keyOf = async () => (await openDepositKey(db, keyring)).export().toString('hex')
  // What the secret leads to, as a start without any account makes it.
  const derived = await keyOf()
  await init(settings, emails)
  const random = await keyOf()
  expect(random).toMatch(/^[0-9a-f]{64}$/)
  expect(random).not.toBe(derived)
  expect(await keyOf()).toBe(random)
})
