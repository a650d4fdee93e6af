import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Settings } from './env.ts'
import { startTrefoil } from './start.ts'
import { turnOnTwoFactor } from './testing/authenticator.ts'
import { createDatabase, dropDatabase } from './testing/databases.ts'
import { makeLogKey } from './testing/log-key.ts'
import { shareMailServer } from './testing/mail-server.ts'
import { testSettings } from './testing/settings.ts'
import { visitor } from './testing/visitor.ts'
import { createOperator } from './cli/create-operator.ts'
import { init } from './cli/init.ts'
import { removeOperator } from './cli/remove-operator.ts'

const mailbox = await shareMailServer()
const EMAILS = { rootEmail: 'root@example.org', operatorEmail: 'operator@example.org' }

async function productionSettings(): Promise<Settings> {
  const name = `test-${randomUUID()}`
  const databaseUrl = await createDatabase(inject('postgresUrl'), { name, template: 'migrated' })
  onTestFinished(() => dropDatabase(inject('postgresUrl'), name))
  const logKeyFile = await makeLogKey()
  return testSettings({ production: true, databaseUrl, smtpUrl: mailbox.url, logLevel: 'silent', logKeyFile })
}

test('init runs once per installation, and leaves no trace of the demo', async () => {
  const settings = await productionSettings()
  await expect(startTrefoil(settings)).rejects.toThrow(/no root member yet/)
  const [root, operator] = await init(settings, EMAILS)
  await expect(init(settings, EMAILS)).rejects.toThrow(/already has its root member/)

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

test('the console opens once an operator has changed the initial passcode', async () => {
  const settings = await productionSettings()
  const [, operator] = await init(settings, EMAILS)
  const running = await startTrefoil(settings)
  onTestFinished(running.stop)
  const guest = visitor(running.url)
  const handedOut = operator?.passcode ?? ''
  const signedIn = await guest.post('/api/users/login', { identifier: operator?.privateKey, password: handedOut })
  guest.token = signedIn.body.token
  const console = async () => {
    const { status, body } = await guest.get('/api/operator/overview')
    return [status, body.message]
  }
  expect(await console()).toEqual([403, 'Set up two-factor authentication first.'])
  await turnOnTwoFactor(guest, handedOut)
  expect(await console()).toEqual([403, 'Change the passcode that you were given first.'])
  expect((await guest.get('/api/users/profile')).body.data.profile).toMatchObject({ passcode_handed_out: true })
  const change = { current_password: handedOut, new_password: 'a passcode of my own' }
  expect((await guest.put('/api/users/profile', change)).status).toBe(200)
  expect((await console())[0]).toBe(200)
  expect((await guest.get('/api/users/profile')).body.data.profile).toMatchObject({ passcode_handed_out: false })
})

test('a removed operator cannot come back', async () => {
  const settings = await productionSettings()
  const [, operator] = await init(settings, EMAILS)
  const other = await createOperator(settings, { email: 'other@example.org', name: 'Other', role: 'operator' })
  const running = await startTrefoil(settings)
  onTestFinished(running.stop)
  const guest = visitor(running.url)
  const credentials = { identifier: other.privateKey, password: other.passcode }
  guest.token = (await guest.post('/api/users/login', credentials)).body.token
  expect((await guest.get('/api/users/profile')).status).toBe(200)
  await removeOperator(settings, { email: 'other@example.org', why: 'Left the company' })
  expect((await guest.get('/api/users/profile')).status).toBe(401)
  expect((await guest.get('/api/v1/auth/refresh-token')).status).toBe(401)
  const refused = await guest.post('/api/users/login', credentials)
  expect([refused.status, refused.body.code]).toEqual([401, 'wrong_credentials'])
  const forgot = await guest.post('/api/users/forgot-password', { email: 'other@example.org' })
  expect(forgot.status).toBe(200)
  const stays = { identifier: operator?.privateKey, password: operator?.passcode }
  expect((await guest.post('/api/users/login', stays)).status).toBe(200)
})

test('a database made with another secret is refused', async () => {
  const settings = await productionSettings()
  await init(settings, EMAILS)
  const other = { ...settings, secret: 'another secret, as long as the first one' }
  await expect(startTrefoil(other)).rejects.toThrow(/another secret/)
})

test('init refuses an invalid e-mail address', async () => {
  await expect(init(await productionSettings(), { ...EMAILS, rootEmail: 'nowhere' })).rejects.toThrow(/not an e-mail/)
})
