import { expect, onTestFinished, test } from 'vitest'
import { LOCKS } from './db/database.ts'
import { balancesOf, fundedMember, sendMoney } from './testing/money.ts'
import { PASSCODE } from './testing/people.ts'
import { startTestServer, type TestServer } from './testing/server.ts'

const SOON = { timeout: 90_000, interval: 100 }
const readiness = async (server: TestServer) => {
  const { status, body } = await server.visit().get('/api/ready')
  return status === 200 ? status : [status, body.message]
}

/** As when another server has become the primary: the sessions end, and the new ones can only read. */
async function setReadOnly({ database }: TestServer, word: 'on' | 'off'): Promise<void> {
  const client = await database.connect()
  const { rows } = await client.query('select current_database() as name')
  await client.query(`alter database "${rows[0].name}" set default_transaction_read_only = ${word}`)
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  client.release()
}

test('a server whose database takes no writes is not ready, answers 503 and never 500, and comes back by itself', async () => {
  const server = await startTestServer({ databaseRetryMs: 500 })
  const from = await fundedMember(server, 100)
  const to = await fundedMember(server, 0)
  const order = { amount: 1, recipient_id: to.privateKey }
  expect((await sendMoney(from.visitor, order)).status).toBe(200)
  expect(await readiness(server)).toBe(200)

  await setReadOnly(server, 'on')
  await expect.poll(() => readiness(server), SOON).toEqual([503, 'The database takes no writes.'])
  const sent = await Promise.all(Array.from({ length: 20 }, () => sendMoney(from.visitor, order)))
  const signedIn = await server.visit().post('/api/users/login', { identifier: from.privateKey, password: PASSCODE })
  expect(new Set([...sent, signedIn].map(({ status }) => status))).toEqual(new Set([503]))

  await setReadOnly(server, 'off')
  await expect.poll(() => readiness(server), SOON).toBe(200)
  await expect.poll(async () => (await sendMoney(from.visitor, order, 'once')).status, SOON).toBe(200)
  expect((await balancesOf(to.visitor)).deposit_balance).toBe(2)
})

test('a server whose orders cannot be posted is not ready', async () => {
  const server = await startTestServer()
  await expect.poll(() => readiness(server), SOON).toBe(200)
  const holder = await server.database.connect()
  onTestFinished(() => holder.release())
  await holder.query('begin')
  await holder.query('select pg_advisory_xact_lock($1, $2)', [LOCKS.space, LOCKS.ledger])
  expect(await readiness(server)).toEqual([503, 'Nothing can be posted.'])
  await holder.query('rollback')
  await expect.poll(() => readiness(server), SOON).toBe(200)
})
