import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { ledgerUnderLease } from './ledger/under-lease.ts'
import { depositArrives } from './testing/arrivals.ts'
import { openTestWallet } from './testing/wallet.ts'
import { LOCKS } from './db/database.ts'
import { runAsLeader, type Leadership } from './db/leader.ts'
import { clientUnderLease } from './db/client-under-lease.ts'
import { isLeaseLost, openLeases, underLease } from './db/lease.ts'
import { programFile } from './testing/programs.ts'

const LOCK = 77
const SOON = { timeout: 60_000 }
/** Three seconds on a quiet machine. A busy one takes its time to start a leader. */
const REPLACED_MS = 15_000

async function scene() {
  const wallet = await openTestWallet()
  const { databaseUrl, db, owner, ledger } = wallet
  const leases = openLeases(databaseUrl)
  onTestFinished(() => leases.stop())
  await owner.query(`
    create table leader_note (name text, at timestamptz default clock_timestamp());
    grant select, insert on leader_note to trefoil_app`)
  const notesOf = async (name: string) => {
    const { rows } = await owner.query<{ count: number; first: Date | null; last: Date | null }>(
      'select count(*)::int, min(at) as first, max(at) as last from leader_note where name = $1',
      [name],
    )
    return rows[0]!
  }
  /** As if its leader had been paused. */
  const expire = () => owner.query(`update lease set until = now() - interval '1 hour'`)
  /** As if another process had taken it meanwhile, and ended. In one statement, because a leader renews at any moment. */
  const lose = () => owner.query(`update lease set token = gen_random_uuid(), until = now() - interval '1 hour'`)
  return { databaseUrl, db, owner, ledger, leases, notesOf, expire, lose, log: pino({ level: 'silent' }) }
}

function startLeader(databaseUrl: string, name: string): ChildProcess {
  const child = fork(programFile('leader-child'), [databaseUrl, String(LOCK), name])
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  })
  return child
}

test('a leader that is paused is replaced, and writes nothing when it wakes up', async () => {
  const { databaseUrl, owner, notesOf } = await scene()
  const now = async () => (await owner.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]!.now.getTime()
  const count = async (name: string) => (await notesOf(name)).count
  const first = startLeader(databaseUrl, 'first')
  await expect.poll(() => count('first'), SOON).toBeGreaterThan(5)
  const second = startLeader(databaseUrl, 'second')
  await sleep(2000)
  expect(await count('second')).toBe(0)

  const pausedAt = await now()
  first.kill('SIGSTOP')
  await expect.poll(() => count('second'), SOON).toBeGreaterThan(0)
  expect((await notesOf('second')).first!.getTime() - pausedAt).toBeLessThan(REPLACED_MS)
  const before = await count('first')
  first.kill('SIGCONT')
  await sleep(2500)
  expect(await count('first')).toBe(before)

  // It is alive, and takes its turn when the other one dies.
  const killedAt = await now()
  second.kill('SIGKILL')
  await expect.poll(() => count('first'), SOON).toBeGreaterThan(before)
  const { rows } = await owner.query<{ at: Date }>(
    `select min(at) as at from leader_note where name = 'first' and at > to_timestamp($1::float8 / 1000)`,
    [killedAt],
  )
  expect(rows[0]!.at.getTime() - killedAt).toBeLessThan(REPLACED_MS)
})

test('one process leads at a time; when it loses its lease, it stops, and another takes over', async () => {
  const { db, leases, log, lose } = await scene()
  const busy = new Set<string>()
  const began: string[] = []
  const work = (name: string) => async (leadership: Leadership) => {
    busy.add(name)
    began.push(name)
    if (!leadership.isOver) await once(leadership.signal, 'abort')
    busy.delete(name)
  }
  const workers = ['a', 'b', 'c'].map((name) => runAsLeader({ leases, db, log }, LOCK, work(name)))
  onTestFinished(async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
  })
  await expect.poll(() => busy.size, SOON).toBe(1)
  // Only waiting shows that nobody else begins: all others have tried again by then.
  await sleep(1500)
  expect(began).toHaveLength(1)
  for (let losses = 1; losses <= 3; losses += 1) {
    await lose()
    await expect.poll(() => [began.length, busy.size], SOON).toEqual([losses + 1, 1])
    expect([...busy]).toEqual(began.slice(-1))
  }
})

test('whoever stops leads no longer, and the next one begins at once', async () => {
  const { db, leases, log } = await scene()
  const worker = runAsLeader({ leases, db, log }, LOCK, async ({ signal }) => void (await once(signal, 'abort')))
  await expect.poll(() => leases.take(LOCK), SOON).toBe(undefined)
  await worker.stop()
  expect(await leases.take(LOCK)).toMatchObject({ lock: LOCK })
})

test('who does not lead any more writes nothing, neither in transactions nor in statements nor in the ledger', async () => {
  const { db, owner, ledger, leases, expire, notesOf } = await scene()
  const lease = (await leases.take(LOCK))!
  const asLeader = underLease(db, lease)
  const note = sql`insert into leader_note (name) values ('late')`
  await note.execute(asLeader)
  await asLeader.transaction().execute((tx) => note.execute(tx))
  const client = await owner.connect()
  onTestFinished(() => client.release())
  const asClient = clientUnderLease(client, lease)
  await asClient.query(`insert into leader_note (name) values ('late')`)
  const { rows } = await owner.query<{ id: number }>('select min(id) as id from member')
  await depositArrives(ledgerUnderLease(ledger, lease), rows[0]!.id, 1)
  expect((await notesOf('late')).count).toBe(3)
  const journals = async () => (await owner.query('select count(*)::int from journal')).rows[0].count
  const before = await journals()

  // It is not late while nobody else has taken the lease.
  await expire()
  await note.execute(asLeader)
  const next = (await leases.take(LOCK))!
  expect(next.token).not.toBe(lease.token)
  expect(await leases.renew(lease)).toBe(false)
  for (const attempt of [
    () => note.execute(asLeader),
    () => asLeader.transaction().execute((tx) => note.execute(tx)),
    () => asClient.query(`insert into leader_note (name) values ('late')`),
    () => asClient.query('begin'),
  ])
    expect(await attempt().catch(isLeaseLost)).toBe(true)
  await expect(depositArrives(ledgerUnderLease(ledger, lease), rows[0]!.id, 1)).rejects.toThrow('Another process leads')
  expect([(await notesOf('late')).count, await journals()]).toEqual([4, before])
  // Nor does it leave a connection in a failed transaction.
  await sql`select 1`.execute(db)
  await sql`select 1`.execute(asLeader)
  await note.execute(underLease(db, next))
})

test('a transaction of a leader that is late does not hold up the next one', async () => {
  const { db, leases, expire, notesOf } = await scene()
  const lease = (await leases.take(LOCK))!
  const { promise: woken, resolve: wake } = Promise.withResolvers<void>()
  const { promise: written, resolve: goOn } = Promise.withResolvers<void>()
  const late = underLease(db, lease)
    .transaction()
    .execute(async (tx) => {
      await sql`insert into leader_note (name) values ('late')`.execute(tx)
      goOn()
      await woken
    })
  late.catch(() => {})
  await written
  await expire()
  expect(await leases.take(LOCK)).toMatchObject({ lock: LOCK })
  wake()
  await expect(late).rejects.toThrow()
  expect((await notesOf('late')).count).toBe(0)
})

test('beside a leader of the version before, which holds a lock, nobody leads', async () => {
  const { owner, leases } = await scene()
  const former = await owner.connect()
  onTestFinished(() => former.release(true))
  const lease = (await leases.take(LOCK))!
  expect(await leases.renew(lease)).toBe(true)
  await former.query('select pg_advisory_lock($1, $2)', [LOCKS.space, LOCK])
  expect(await leases.renew(lease)).toBe(false)
  await leases.release(lease)
  expect(await leases.take(LOCK)).toBe(undefined)
  await former.query('select pg_advisory_unlock($1, $2)', [LOCKS.space, LOCK])
  expect(await leases.take(LOCK)).toMatchObject({ lock: LOCK })
})

test('an interruption is logged once per kind of trouble, and the work starts again', async () => {
  const { db, leases } = await scene()
  const told: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void told.push(line) })
  const begun: number[] = []
  const worker = runAsLeader({ leases, db, log }, LOCK + 1, async () => {
    begun.push(Date.now())
    throw new Error('out of paper')
  })
  await expect.poll(() => begun.length, SOON).toBeGreaterThanOrEqual(2)
  await worker.stop()
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('out of paper')
  expect(told[0]).toContain('stack')
})
