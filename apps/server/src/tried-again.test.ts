import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { asApplication, openPool } from './db/database.ts'
import { openLedger } from './ledger/batch.ts'
import { startTrefoil } from './start.ts'
import { createDatabase, dropDatabase, UNHURRIED } from './testing/databases.ts'
import { expectNoViolation, lookInto } from './testing/invariants.ts'
import { balancesOf, donate, earner, fundedMember, sendMoney, withdraw } from './testing/money.ts'
import { startServerProcess } from './testing/server-process.ts'
import { testSettings } from './testing/settings.ts'
import { shareTestServer, startTestServer, type TestServer } from './testing/server.ts'
import { startTcpProxy, type TcpProxy } from './testing/tcp-proxy.ts'
import { visitor as visitorOf, type Answer } from './testing/visitor.ts'

const SOON = { timeout: 60_000, interval: 20 }
/** Long enough that everybody notices. */
const OUTAGE_MS = 500
/** Nobody is refused because this machine is busy, and what is asked of a database that is away soon asks again. */
const PATIENT = { databaseRetryMs: 60_000, databaseTimeoutMs: 2000 }
/** More than what is not tried again takes, and less than what is. */
const AT_ONCE_MS = 30_000

/** The money comes from another poster. For a second after that, nothing is decided ahead. */
const AFTER_OTHERS_MS = 1100

/** A server whose connections to the database can be cut. */
let proxy: TcpProxy
const through = async (url: string) => (proxy = await startTcpProxy(url)).url
const server = await shareTestServer(PATIENT, { through })

/** Two members, whose next orders are decided ahead and so travel in the one message whose answer is lost. */
async function twoMembers(where: TestServer = server) {
  const from = await fundedMember(where, 100)
  const to = await fundedMember(where, 0)
  await sleep(AFTER_OTHERS_MS)
  const order = { amount: 1, recipient_id: to.privateKey }
  for (let sent = 0; sent < 3; sent++) expect((await sendMoney(from.visitor, order)).status).toBe(200)
  return { from, to, order }
}

type Written = { reference: string; idempotency_key: string; amount: string }

async function transfersOf(member: number, { database }: TestServer = server): Promise<Written[]> {
  const { rows } = await database.query<Written>(
    `select reference, idempotency_key, amount from journal where reason = 'transfer' and source_member = $1 order by id`,
    [member],
  )
  return rows
}

async function outage(): Promise<void> {
  proxy.cut()
  await sleep(OUTAGE_MS)
  proxy.resume()
}

const verify = ({ settings }: TestServer = server) => expectNoViolation(lookInto(settings.databaseOwnerUrl))

test('orders that were written, but not acknowledged, are answered as if nothing had happened', async () => {
  const { from, to, order } = await twoMembers()
  const last = await twoMembers()
  proxy.loseAnswers()
  const begun = performance.now()
  // Under a key of the client's, and under one of the server's own; and somebody's last dollar, which nobody has twice.
  const sent = [sendMoney(from.visitor, order, 'mine'), sendMoney(from.visitor, order)]
  const rest = sendMoney(last.from.visitor, { ...last.order, amount: 97 })
  await expect.poll(async () => (await transfersOf(from.id)).length, SOON).toBe(5)
  await expect.poll(async () => (await transfersOf(last.from.id)).length, SOON).toBe(4)
  await outage()
  const answers = await Promise.all(sent)
  expect(performance.now() - begun).toBeGreaterThan(OUTAGE_MS)

  const written = (await transfersOf(from.id)).slice(3)
  expect(written).toHaveLength(2)
  for (const [index, key] of [/^mine$/, /^server [0-9a-f-]{36}$/].entries()) {
    const { status, body } = answers[index]!
    expect(status, JSON.stringify(body)).toBe(200)
    const [one, ...more] = written.filter(({ idempotency_key: told }) => key.test(told))
    expect(more).toEqual([])
    expect(body.data).toMatchObject({ transfer_id: one?.reference, amount: 1 })
  }
  expect((await balancesOf(to.visitor)).deposit_balance).toBe(5)
  expect((await rest).status).toBe(200)
  expect((await balancesOf(last.from.visitor)).deposit_balance).toBe(0)
  expect((await balancesOf(last.to.visitor)).deposit_balance).toBe(100)
})

test('an order that was not written is written once the database is back', async () => {
  const { from, to, order } = await twoMembers()
  proxy.silence()
  const sent = [sendMoney(from.visitor, order, 'mine'), sendMoney(from.visitor, order)]
  await sleep(300)
  expect(await transfersOf(from.id)).toHaveLength(3)
  await outage()
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200])
  expect(await transfersOf(from.id)).toHaveLength(5)
  expect((await balancesOf(to.visitor)).deposit_balance).toBe(5)
})

test('a request is tried again as a whole: session, reads before the order, and plain reads', async () => {
  const { from } = await twoMembers()
  const earning = await earner(server, 50)
  const asked = () => [
    // Nothing of these is known to the server yet: the session, the balances, the address.
    withdraw(earning.visitor),
    donate(from.visitor, 25),
    from.visitor.get('/api/users/profile'),
    from.visitor.get('/api/transfers/history'),
    from.visitor.get('/api/stages'),
  ]
  proxy.cut()
  const begun = asked()
  await sleep(OUTAGE_MS)
  proxy.resume()
  const answers: Answer[] = await Promise.all(begun)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const { rows } = await server.database.query('select from withdrawal where member_id = $1', [earning.id])
  expect(rows).toHaveLength(1)
})

/** As when another server has become the primary: the sessions end, and the new ones can only read. */
async function setReadOnly(word: 'on' | 'off'): Promise<void> {
  const client = await server.database.connect()
  const { rows } = await client.query('select current_database() as name')
  await client.query(`alter database "${rows[0].name}" set default_transaction_read_only = ${word}`)
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  client.release()
}

test('under load, connections that end and a database that only reads for a while cost nobody an answer', async () => {
  const { from, to, order } = await twoMembers()
  const statuses: number[] = []
  const over = new AbortController()
  const clients = Array.from({ length: 8 }, async (_, index) => {
    while (!over.signal.aborted)
      statuses.push(
        (await sendMoney(from.visitor, { ...order, amount: 0.01 }, index % 2 ? randomUUID() : undefined)).status,
      )
  })
  const grow = (by: number) => {
    const before = statuses.length
    return expect.poll(() => statuses.length, SOON).toBeGreaterThan(before + by)
  }
  await grow(20)
  await setReadOnly('on')
  await sleep(OUTAGE_MS)
  await setReadOnly('off')
  await grow(20)
  over.abort()
  await Promise.all(clients)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await transfersOf(from.id)).length).toBe(3 + statuses.length)
  expect((await balancesOf(to.visitor)).deposit_balance).toBeCloseTo(3 + 0.01 * statuses.length, 5)
  await verify()
})

test('when the time is up, the answer is 503 and says when to come again', async () => {
  let own: TcpProxy
  const databaseRetryMs = 1000
  const hasty = await startTestServer(
    { databaseRetryMs },
    { through: async (url) => (own = await startTcpProxy(url)).url },
  )
  const { from, order } = await twoMembers(hasty)
  own!.cut()
  const begun = performance.now()
  const [sent, read] = await Promise.all([sendMoney(from.visitor, order), from.visitor.get('/api/users/profile')])
  // The window begins a moment later, when the request arrives.
  expect(performance.now() - begun).toBeGreaterThan(databaseRetryMs)
  for (const { status, headers, body } of [sent, read])
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'busy', '2'])
  own!.resume()
  await expect.poll(async () => (await sendMoney(from.visitor, order)).status, SOON).toBe(200)
})

test('what was refused is not tried again', async () => {
  const { from, order } = await twoMembers()
  const begun = performance.now()
  expect((await sendMoney(from.visitor, { ...order, amount: 1000 })).body.code).toBe('insufficient_funds')
  expect(performance.now() - begun).toBeLessThan(AT_ONCE_MS)
})

test('who waits for the database does not hold up the end of the server', async () => {
  const { from, order } = await twoMembers()
  const beside = await startTrefoil(server.settings, { countsDaily: false })
  const elsewhere = visitorOf(beside.url)
  elsewhere.token = from.visitor.token
  expect((await sendMoney(elsewhere, order)).status).toBe(200)
  proxy.cut()
  const waiting = Array.from({ length: 5 }, () => sendMoney(elsewhere, order))
  await sleep(OUTAGE_MS)
  const begun = performance.now()
  const stopping = beside.stop()
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([503]))
  expect(performance.now() - begun).toBeLessThan(AT_ONCE_MS)
  proxy.resume()
  await stopping
})

test('when the process that posts for all is killed, what it has not answered is posted once all the same', async () => {
  const postgresUrl = inject('postgresUrl')
  const name = `test-${randomUUID()}`
  const databaseUrl = await createDatabase(postgresUrl, { name, template: 'pattern' })
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-killed-'))
  const settings = testSettings({ databaseUrl, dataDir, ...PATIENT })
  const database = openPool(databaseUrl, 2, UNHURRIED)
  const ledger = openLedger(asApplication(databaseUrl))
  onTestFinished(async () => {
    await ledger.stop()
    await database.end()
    await dropDatabase(postgresUrl, name)
    await rm(dataDir, { recursive: true, force: true })
  })
  const poster = await startServerProcess({ settings })
  const { url, stop } = await startTrefoil(settings, { countsDaily: false })
  onTestFinished(stop)
  const other = { url, visit: () => visitorOf(url), settings, database, ledger }
  const from = await fundedMember(other, 100)
  const to = await fundedMember(other, 0)
  const statuses: number[] = []
  const over = new AbortController()
  const clients = Array.from({ length: 8 }, async () => {
    while (!over.signal.aborted)
      statuses.push((await sendMoney(from.visitor, { amount: 0.01, recipient_id: to.privateKey })).status)
  })
  const grow = (by: number) => expect.poll(() => statuses.length, SOON).toBeGreaterThan(statuses.length + by)
  await grow(30)
  await poster.kill()
  await grow(30)
  over.abort()
  await Promise.all(clients)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await transfersOf(from.id, other)).toHaveLength(statuses.length)
  expect((await balancesOf(to.visitor)).deposit_balance).toBeCloseTo(0.01 * statuses.length, 5)
  await verify(other)
})
