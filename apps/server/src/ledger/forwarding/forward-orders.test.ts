import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { asApplication, LOCKS, openDatabase, openPool } from '../../db/database.ts'
import { openLeases } from '../../db/lease.ts'
import { FORWARDED, giveThrough, sendThrough } from '../../testing/orders.ts'
import { expectNoViolation, lookInto } from '../../testing/invariants.ts'
import { isLong } from '../../testing/long-form.ts'
import { balancesOf, fundedMember } from '../../testing/money.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { openLedger, type Ledger } from '../batch.ts'
import { readEndpoint } from './endpoint.ts'
import { forwardOrders } from './forward-orders.ts'

/** How often another process becomes the one that posts. */
const CHANGES = isLong ? 6 : 2

const poolOf = ({ settings }: TestServer) => openPool(asApplication(settings.databaseUrl!), 1)

/** As another process has it. `posted`: how many orders it has posted by itself. */
async function startFollower(server: TestServer, pool = poolOf(server)) {
  const url = asApplication(server.settings.databaseUrl!)
  const own = openLedger(url)
  let posted = 0
  const counting: Ledger = {
    post(operation, order) {
      posted += 1
      return own.post(operation, order)
    },
    isAlive: () => own.isAlive(),
    stop: () => own.stop(),
  }
  const leases = openLeases(url)
  const context = { db: openDatabase(pool), leases, log: pino({ level: 'silent' }) }
  const { rows } = await server.database.query('select max(number) as version from migration')
  const options = { operations: FORWARDED, host: '127.0.0.1', version: rows[0].version as number }
  const ledger = forwardOrders(counting, context, options)
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= ledger.stop())
  onTestFinished(async () => {
    await stop()
    await leases.stop()
    await pool.end()
  })
  return { ledger, posted: () => posted, stop }
}

type Follower = Awaited<ReturnType<typeof startFollower>>

/** Until the poster does its work. */
const isForwarding = ({ ledger, posted }: Follower, pair: Pair) =>
  expect
    .poll(
      async () => {
        const before = posted()
        await sendThrough(ledger, { ...pair, dollars: 0.01 })
        return posted() - before
      },
      { timeout: 60_000 },
    )
    .toBe(0)

type Pair = Pick<Parameters<typeof sendThrough>[1], 'from' | 'to'>

async function scene(dollars = 1000) {
  const server = await startTestServer()
  const pair = { from: await fundedMember(server, dollars), to: await fundedMember(server, 0) }
  return { server, pair, db: lookInto(server.settings.databaseUrl) }
}

/** The poster loses the lease that makes it the one, as if it had been paused. */
const endLeadership = (server: TestServer) =>
  server.database.query('update lease set token = gen_random_uuid(), until = now() where lock = $1', [LOCKS.poster])

test('one process posts for all, and the others answer as if they had', async () => {
  const { server, pair, db } = await scene()
  const follower = await startFollower(server)
  await isForwarding(follower, pair)
  const before = follower.posted()
  const key = randomUUID()
  const sent = await sendThrough(follower.ledger, { ...pair, dollars: 5, key })
  expect(await sendThrough(follower.ledger, { ...pair, dollars: 5, key })).toEqual(sent)
  expect(await sendThrough(server.ledger, { ...pair, dollars: 5, key })).toEqual(sent)
  const refusal = (ledger: Ledger) => sendThrough(ledger, { ...pair, dollars: 5000 }).catch((error: unknown) => error)
  expect(await refusal(follower.ledger)).toEqual(await refusal(server.ledger))
  await expect(sendThrough(follower.ledger, { ...pair, dollars: 6, key })).rejects.toMatchObject({
    name: 'Refusal',
    code: 'idempotency_conflict',
  })
  await giveThrough(follower.ledger, { from: pair.from, dollars: 20 })
  await Promise.all(Array.from({ length: 100 }, () => sendThrough(follower.ledger, { ...pair, dollars: 1 })))
  expect(follower.posted()).toBe(before)
  expect((await balancesOf(pair.to.visitor)).deposit_balance).toBeGreaterThan(105)
  await expectNoViolation(db)
})

test.runIf(isLong)(
  'a process that stops while it reads where the poster is does not connect to it any more',
  async () => {
    const { server } = await scene()
    const pool = poolOf(server)
    const held = await pool.connect()
    const { stop } = await startFollower(server, pool)
    await expect.poll(() => pool.waitingCount).toBe(1)
    const stopped = stop()
    await sleep(500)
    held.release()
    await stopped
  },
)

test.runIf(isLong)('a process is as ready as the one that posts for it', async () => {
  const { server, pair } = await scene()
  const follower = await startFollower(server)
  await isForwarding(follower, pair)
  expect(await follower.ledger.isAlive()).toBe(true)
  const before = follower.posted()
  // A statement that is at work, so nobody takes the lock for abandoned.
  const held = server.database
    .query('select pg_advisory_xact_lock($1, $2), pg_sleep(600)', [LOCKS.space, LOCKS.ledger])
    .catch(() => {})
  await expect.poll(() => follower.ledger.isAlive(), { timeout: 60_000 }).toBe(false)
  await server.database.query(
    `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'PgSleep' and query like '%pg_sleep(600)'`,
  )
  await held
  await expect.poll(() => follower.ledger.isAlive()).toBe(true)
  // All the time it was forwarding.
  await sendThrough(follower.ledger, { ...pair, dollars: 1 })
  expect(follower.posted()).toBe(before)
})

test.runIf(isLong)('a process that becomes the poster has the answers of the one before', async () => {
  const { server, pair, db } = await scene()
  const follower = await startFollower(server)
  await isForwarding(follower, pair)
  const before = await readEndpoint(db)
  const countOf = async (rows: string, values: number[] = []) =>
    (await server.database.query(`select from ${rows}`, values)).rowCount
  // A statement that is at work, so nobody takes the lock for abandoned.
  const held = server.database
    .query('select pg_advisory_xact_lock($1, $2), pg_sleep(20)', [LOCKS.space, LOCKS.ledger])
    .catch(() => {})
  const holder = `pg_stat_activity where wait_event = 'PgSleep' and query like '%pg_sleep(20)'`
  await expect.poll(() => countOf(holder), { timeout: 60_000 }).toBe(1)
  const sent = sendThrough(follower.ledger, { ...pair, dollars: 5 })
  const waiting = `pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and classid = $1 and objid = $2 and not granted`
  await expect.poll(() => countOf(waiting, [LOCKS.space, LOCKS.ledger]), { timeout: 60_000 }).toBe(1)
  await endLeadership(server)
  const portNow = async () => (await readEndpoint(db))?.port ?? before?.port
  await expect.poll(portNow, { timeout: 60_000 }).not.toBe(before?.port)
  await server.database.query(`select pg_cancel_backend(pid) from ${holder}`)
  await held
  expect((await sent).data.amount).toBe(5)
  await expectNoViolation(db)
})

test('when the poster changes, nobody is refused and nothing is lost or doubled', async () => {
  const { server, pair, db } = await scene(10_000)
  const followers = [await startFollower(server), await startFollower(server)]
  for (const follower of followers) await isForwarding(follower, pair)
  const { rows: first } = await server.database.query('select max(id) as id from journal')
  const over = new AbortController()
  const references: string[] = []
  const client = async ({ ledger }: Follower) => {
    while (!over.signal.aborted)
      references.push((await sendThrough(ledger, { ...pair, dollars: 0.01 })).data.transfer_id)
  }
  const clients = followers.flatMap((follower) => Array.from({ length: 8 }, () => client(follower)))
  for (let times = 0; times < CHANGES; times++) {
    const { length } = references
    await endLeadership(server)
    await expect.poll(() => references.length, { timeout: 60_000 }).toBeGreaterThan(length + 50)
  }
  over.abort()
  await Promise.all(clients)
  const { rows } = await server.database.query('select reference from journal where id > $1 order by reference', [
    first[0].id,
  ])
  expect(rows.map(({ reference }) => reference)).toEqual(references.toSorted())
  expect(followers.some(({ posted }) => posted() > 0)).toBe(true)
  await expectNoViolation(db)
})
