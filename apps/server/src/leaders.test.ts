import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { runAsLeader, type Leadership } from './leader.ts'

const LOCK = 77
const SOON = { timeout: 10_000 }

test('one process leads at a time; when it loses its connection, it stops, and another takes over', async () => {
  const url = inject('postgresUrl')
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const busy = new Set<string>()
  const began: string[] = []
  const work = (name: string) => async (leadership: Leadership) => {
    busy.add(name)
    began.push(name)
    if (!leadership.isOver) await once(leadership.signal, 'abort')
    busy.delete(name)
  }
  const workers = ['a', 'b', 'c'].map((name) =>
    runAsLeader({ databaseUrl: url, log: pino({ level: 'silent' }) }, LOCK, work(name)),
  )
  onTestFinished(async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
    await admin.end()
  })
  await expect.poll(() => busy.size, SOON).toBe(1)
  // Only waiting shows that nobody else begins: all others have tried again by then.
  await sleep(1500)
  expect(began).toHaveLength(1)
  for (let deaths = 1; deaths <= 3; deaths += 1) {
    // What the database does when a process dies.
    await admin.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${LOCK}`)
    // The next leader may begin in the moment in which the last one learns that it is over, but not longer.
    await expect.poll(() => [began.length, busy.size], SOON).toEqual([deaths + 1, 1])
    expect([...busy]).toEqual(began.slice(-1))
  }
})

test('an interruption is logged once per kind of trouble, and the work starts again', async () => {
  const told: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void told.push(line) })
  const begun: number[] = []
  const worker = runAsLeader({ databaseUrl: inject('postgresUrl'), log }, LOCK + 1, async () => {
    begun.push(Date.now())
    throw new Error('out of paper')
  })
  await expect.poll(() => begun.length, SOON).toBeGreaterThanOrEqual(2)
  await worker.stop()
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('out of paper')
  expect(told[0]).toContain('stack')
})
