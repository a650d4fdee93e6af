import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Settings } from './env.ts'
import { startTrefoil } from './start.ts'
import { createDatabase, dropDatabase } from './testing/databases.ts'
import { shareMailServer } from './testing/mail-server.ts'
import { testSettings } from './testing/settings.ts'
import { visitor } from './testing/visitor.ts'
import { init } from './cli/init.ts'

const mailbox = await shareMailServer()
const EMAILS = { rootEmail: 'root@example.org', operatorEmail: 'operator@example.org' }

async function productionSettings(): Promise<Settings> {
  const name = `test-${randomUUID()}`
  const databaseUrl = await createDatabase(inject('postgresUrl'), { name })
  onTestFinished(() => dropDatabase(inject('postgresUrl'), name))
  return testSettings({ production: true, databaseUrl, smtpUrl: mailbox.url, logLevel: 'silent' })
}

test('a new installation is founded once, and then has nothing of the demo', async () => {
  const settings = await productionSettings()
  await expect(startTrefoil(settings)).rejects.toThrow(/no root member yet/)
  const [root, operator] = await init(settings, EMAILS)
  await expect(init(settings, EMAILS)).rejects.toThrow(/root member already/)

  const running = await startTrefoil(settings)
  onTestFinished(running.stop)
  for (const founder of [root, operator]) {
    const guest = visitor(running.url)
    const credentials = { identifier: founder?.privateKey, password: founder?.passcode }
    expect((await guest.post('/api/users/login', credentials)).status).toBe(200)
  }
  const guest = visitor(running.url)
  const newcomer = { name: 'First', email: 'first@example.org', password: 'quite a long passcode' }
  expect((await guest.post('/api/users/register', newcomer)).status).toBe(200)
  expect((await guest.get('/api/settings/public')).body.data.demo).toBeUndefined()
  expect((await guest.get('/api/demo/mail')).status).toBe(404)
})

test('a database made with another secret is refused', async () => {
  const settings = await productionSettings()
  await init(settings, EMAILS)
  const other = { ...settings, secret: 'another secret, as long as the first one' }
  await expect(startTrefoil(other)).rejects.toThrow(/another secret/)
})

test('an address that is none founds nothing', async () => {
  await expect(init(await productionSettings(), { ...EMAILS, rootEmail: 'nowhere' })).rejects.toThrow(/not an e-mail/)
})
