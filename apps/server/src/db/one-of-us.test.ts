import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { oneOfUs, type OnDuty } from './one-of-us.ts'

const LOCK = 77

test('one works at a time; when its connection is gone, it knows, and another takes over', async () => {
  const url = inject('postgresUrl')
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const busy = new Set<string>()
  const began: string[] = []
  const work = (name: string) => async (duty: OnDuty) => {
    busy.add(name)
    began.push(name)
    while (!duty.isOver) await sleep(20)
    busy.delete(name)
  }
  const workers = ['a', 'b', 'c'].map((name) =>
    oneOfUs({ databaseUrl: url, log: pino({ level: 'silent' }) }, LOCK, work(name)),
  )
  onTestFinished(async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
    await admin.end()
  })
  const until = async (isSo: () => boolean) => {
    for (let looks = 0; !isSo() && looks < 200; looks += 1) await sleep(50)
    expect(isSo()).toBe(true)
  }
  await until(() => busy.size === 1)
  await sleep(1500)
  expect(began).toHaveLength(1)
  for (let deaths = 1; deaths <= 3; deaths += 1) {
    // What the database does when a process dies.
    await admin.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${LOCK}`)
    // The next one may begin in the moment in which the last one learns that it is over: never longer.
    await until(() => began.length === deaths + 1 && busy.size === 1)
    expect([...busy]).toEqual(began.slice(-1))
  }
})

test('what cuts a duty off is told, once for each trouble, and the duty begins again', async () => {
  const told: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void told.push(line) })
  const begun: number[] = []
  const worker = oneOfUs({ databaseUrl: inject('postgresUrl'), log }, LOCK + 1, async () => {
    begun.push(Date.now())
    throw new Error('out of paper')
  })
  for (let looks = 0; begun.length < 2 && looks < 200; looks += 1) await sleep(50)
  await worker.stop()
  expect(begun.length).toBeGreaterThanOrEqual(2)
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('out of paper')
  expect(told[0]).toContain('stack')
})
