import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { asApplication, openDatabase, openPool } from './db/database.ts'
import type { Settings } from './env.ts'
import { openLedger } from './ledger/batch.ts'
import { startTrefoil } from './start.ts'
import { createDatabase, UNHURRIED } from './testing/databases.ts'
import { expectNoViolation } from './testing/invariants.ts'
import { fundedMember, sendMoney } from './testing/money.ts'
import { startFilledPostgres } from './testing/own-postgres.ts'
import { testSettings } from './testing/settings.ts'
import { signInStaff } from './testing/staff.ts'
import { startTcpProxy } from './testing/tcp-proxy.ts'
import { visitor, type Answer, type Visitor } from './testing/visitor.ts'

const SOON = { timeout: 60_000, interval: 50 }
/** Long enough for what must not happen. */
const A_WHILE_MS = 2000
const SENTENCE =
  'Nothing can be booked right now: our records are being checked. Look at your history before you send it again.'
const why = 'Because it is a test'

/** On the same database, as another process would be. */
async function startProcess(settings: Settings) {
  const running = await startTrefoil(settings, { demo: 'people', countsDaily: false })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= running.stop())
  onTestFinished(stop)
  return { url: running.url, stop, visit: () => visitor(running.url) }
}

type Process = Awaited<ReturnType<typeof startProcess>>

const at = ({ url }: Process, { token }: Visitor): Visitor => Object.assign(visitor(url), { token })

/** Two processes behind a load balancer, on a primary whose standby can be made to lag behind. */
async function scene() {
  const postgres = await startFilledPostgres()
  const name = 'books'
  const databaseUrl = await createDatabase(postgres.url, { name, template: 'pattern' })
  const proxy = await startTcpProxy(databaseUrl)
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-tail-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const settings = testSettings({ databaseUrl: proxy.url, dataDir, databaseRetryMs: 60_000 })
  const one = await startProcess(settings)
  const two = await startProcess(settings)
  const database = openPool(databaseUrl, 2, UNHURRIED)
  const ledger = openLedger(asApplication(databaseUrl))
  onTestFinished(async () => {
    await ledger.stop()
    await database.end()
  })
  const server = { ...one, settings, database, ledger }
  const [from, to] = [await fundedMember(server, 100), await fundedMember(server, 0)]
  const order = { amount: 1, recipient_id: to.privateKey }
  const send = (process: Process, key?: string): Promise<Answer> => sendMoney(at(process, from.visitor), order, key)

  /** The primary dies, and the standby takes its place as it was at the copy. */
  const failOver = async (standby: Awaited<ReturnType<typeof postgres.copy>>) => {
    await postgres.kill()
    await standby.promote()
    const url = Object.assign(new URL(standby.url), { pathname: `/${name}` }).href
    const books = openPool(url, 2, UNHURRIED)
    onTestFinished(() => books.end())
    proxy.lead(url)
    return books
  }
  return { postgres, proxy, settings, server, one, two, send, failOver, startAnother: () => startProcess(settings) }
}

type Stop = { journal_id: string; reference: string; accepted: boolean }

const stopsIn = async (books: pg.Pool): Promise<Stop[]> =>
  (await books.query<Stop>('select journal_id, reference, accepted_at is not null as accepted from lost_tail')).rows

const journalsIn = async (books: pg.Pool): Promise<number> =>
  (await books.query<{ count: number }>('select count(*)::int as count from journal')).rows[0]!.count

const lastIn = async (books: pg.Pool) =>
  (await books.query<{ id: string; reference: string }>('select id, reference from journal order by id desc limit 1'))
    .rows[0]!

async function sent(answers: Promise<Answer>[]): Promise<number[]> {
  return (await Promise.all(answers)).map(({ status }) => status)
}

test('a database that lost its tail is not posted to, by nobody, until two operators accept it into a recovery', async () => {
  const { postgres, server, one, two, send, failOver, startAnother } = await scene()
  expect(await sent([send(one), send(two)])).toEqual([200, 200])
  const standby = await postgres.copy()
  expect(await sent([send(one), send(two), send(one, 'lost')])).toEqual([200, 200, 200])
  const lost = await lastIn(server.database)

  const books = await failOver(standby)
  await expect.poll(() => stopsIn(books), SOON).toHaveLength(1)
  const left = await journalsIn(books)
  const restarted = await startAnother()
  for (const process of [one, two, restarted]) {
    await expect.poll(async () => (await send(process)).body.message, SOON).toBe(SENTENCE)
    const { status, headers, body } = await send(process, 'lost')
    expect([status, headers['retry-after'], body.code]).toEqual([503, '2', 'busy'])
    const ready = await process.visit().get('/api/ready')
    expect([ready.status, ready.body.message]).toEqual([200, expect.stringContaining('Nothing is posted')])
    expect((await process.visit().get('/api/health')).body.parts.posting).toBe('trouble')
  }
  expect(await journalsIn(books)).toBe(left)
  expect(await stopsIn(books)).toEqual([{ journal_id: lost.id, reference: lost.reference, accepted: false }])
  const mailed = await books.query(`select facts from mail_outbox where kind = 'alarm'`)
  expect(mailed.rows.map(({ facts }) => facts.sentence as string)).toEqual(
    Array.from({ length: 2 }, () => expect.stringContaining('was confirmed and is missing') as string),
  )

  const { olga, oscar } = await signInStaff({ ...server, ...one, database: books })
  const overview = (await olga.get('/api/operator/overview')).body.data
  expect(overview.posting_stopped).toContain(lost.reference)
  expect(overview.parts.posting).toBe(overview.posting_stopped)
  await expect
    .poll(async () => (await olga.get('/api/operator/overview')).body.data.payouts.trouble, SOON)
    .toContain('Posting has stopped')
  const { proposal } = (await olga.post('/api/operator/proposals/lost-tail', { why })).body.data
  expect((await olga.post(`/api/operator/proposals/${proposal.id}/approve`, { why })).status).toBe(403)
  expect((await send(one)).status).toBe(503)
  const approved = await oscar.post(`/api/operator/proposals/${proposal.id}/approve`, { why })
  expect(approved.status, JSON.stringify(approved.body)).toBe(200)
  const { rows } = await books.query('select was_restored from proof_log_progress')
  expect(rows).toEqual([{ was_restored: true }])
  const again = await olga.post('/api/operator/proposals/lost-tail', { why })
  expect([again.status, again.body.message]).toEqual([409, 'Posting has not stopped.'])

  // Once what the chain knows is read.
  await expect.poll(() => sent([send(one), send(two), send(restarted)]), SOON).toEqual([200, 200, 200])
  expect((await olga.get('/api/operator/recovery')).body.data).toMatchObject({
    lost_tail: null,
    recovery: { why: `The database has lost journals up to ${lost.id}, which were confirmed` },
  })
  expect((await one.visit().get('/api/ready')).body.message).toBe('Ready')

  // What was lost and accepted stays known to the processes, and stops nothing any more.
  await books.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await expect.poll(() => sent([send(one), send(two), send(restarted)]), SOON).toEqual([200, 200, 200])
  await sleep(A_WHILE_MS)
  expect(await stopsIn(books)).toEqual([{ journal_id: lost.id, reference: lost.reference, accepted: true }])
  await expectNoViolation(openDatabase(books))
})

test('a process that has only heard what others posted stops them, too, also if nobody orders anything', async () => {
  const { postgres, one, two, send, failOver, startAnother } = await scene()
  for (let index = 0; index < 3; index++) expect((await send(one)).status).toBe(200)
  const standby = await postgres.copy()
  for (let index = 0; index < 3; index++) expect((await send(one)).status).toBe(200)
  await one.stop()

  const books = await failOver(standby)
  await expect.poll(() => stopsIn(books), SOON).toHaveLength(1)
  const fresh = await startAnother()
  for (const process of [two, fresh])
    await expect.poll(async () => (await send(process)).body.message, SOON).toBe(SENTENCE)
})

test('a failover that loses nothing stops nobody', async () => {
  const { postgres, one, two, send, failOver } = await scene()
  expect(await sent([send(one), send(two)])).toEqual([200, 200])
  const books = await failOver(await postgres.copy())
  await expect.poll(() => sent([send(one), send(two)]), SOON).toEqual([200, 200])
  await sleep(A_WHILE_MS)
  expect(await stopsIn(books)).toEqual([])
  await expectNoViolation(openDatabase(books))
})
