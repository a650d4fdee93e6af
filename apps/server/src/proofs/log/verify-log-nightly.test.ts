import { beforeEach, expect, test } from 'vitest'
import { CutShort } from '../../ledger/check.ts'
import { invariantsHealth, isLogRunDue, keepLogProgress, readFindings, readLogProgress } from '../../ledger/findings.ts'
import { openLogScene, type LogScene } from '../../testing/log-scene.ts'
import { startBeside, startTestServer } from '../../testing/server.ts'
import { verifyLogNightly } from './verify-log-nightly.ts'
import { LOG_INVARIANT } from './verify-log.ts'

const LEAVES = 32
const WELL = [{ name: LOG_INVARIANT, violations: 0 }]

let at: LogScene
let size = 0
beforeEach(async () => {
  at = await openLogScene()
  await at.post(20)
  size = (await at.build()).size
})

/** As much as there is time for: none. So it is one look at a few leaves. */
const night = (options: Parameters<typeof verifyLogNightly>[1] = {}, isApart = false) =>
  verifyLogNightly(
    { db: at.db, databaseUrl: at.settings.databaseUrl, keyring: at.keyring, isApart },
    { budgetMs: 0, leavesAtOnce: LEAVES, ...options },
  )
const next = async () => (await readLogProgress(at.db)).next

/** The leaf of the newest journal, and a statement that changes the journal. */
async function newest(): Promise<{ leaf: number; id: number }> {
  const { rows } = await at.owner.query<{ leaf: number; id: number }>(
    `select (first_index + j.id - first_id)::int as leaf, j.id::int as id
     from (select max(id) as id from journal) j
     join proof_log_run on kind = 1 and first_id <= j.id and j.id < first_id + count`,
  )
  return rows[0]!
}
const setReference = (id: number, reference: string) =>
  at.change('update journal set reference = $2 where id = $1', [id, reference])

test('each night goes on where the last one stopped, and begins anew after the last leaf', async () => {
  const began: number[] = []
  for (let seen = 0; seen < size + LEAVES; seen += LEAVES) {
    began.push(await next())
    expect(await night()).toEqual(WELL)
  }
  const expected = Array.from({ length: Math.ceil(size / LEAVES) }, (_, part) => part * LEAVES)
  expect(began).toEqual([...expected, 0])
})

test('with enough time it sees everything in one night, and not twice', async () => {
  await keepLogProgress(at.db, { next: LEAVES, violated: [] })
  expect(await night({ budgetMs: 60_000 })).toEqual(WELL)
  expect(await next()).toBeLessThanOrEqual(2 * LEAVES)
})

test('an entry changed behind the log is found by the night that gets there, and is an alarm until it is gone', async () => {
  const { leaf, id } = await newest()
  const { rows } = await at.owner.query<{ reference: string }>('select reference from journal where id = $1', [id])
  await setReference(id, 'another')
  const begin = leaf - (leaf % LEAVES)
  for (let from = 0; from < begin; from += LEAVES) expect(await night()).toEqual(WELL)
  for (let nights = 0; nights < 2; nights += 1) {
    expect(await night()).toEqual([{ name: LOG_INVARIANT, violations: 1, first: `journal ${id}` }])
    expect(await readFindings(at.db)).toMatchObject({ violated: [LOG_INVARIANT] })
    expect(await invariantsHealth(at.db)).toEqual({ well: false, sentence: `violated: ${LOG_INVARIANT}` })
    expect([await next(), await isLogRunDue(at.db)]).toEqual([begin, true])
  }
  await setReference(id, rows[0]!.reference)
  expect(await night()).toEqual(WELL)
  expect(await readFindings(at.db)).toMatchObject({ violated: [] })
})

test('a thread of its own finds the same', async () => {
  const { id } = await newest()
  expect(await night({ budgetMs: 60_000 }, true)).toEqual(WELL)
  await setReference(id, 'another')
  expect(await night({ budgetMs: 60_000 }, true)).toMatchObject([{ violations: 1, first: `journal ${id}` }])
})

test('hashes that do not lead to what was signed are found, wherever they are', async () => {
  await at.post(600)
  size = (await at.build()).size
  const whole = { budgetMs: 60_000, leavesAtOnce: 256 }
  const damage = (level: number, index: number) =>
    at.change(
      `update proof_log_tile set hashes = overlay(hashes placing sha256(hashes) from 33) where level = $1 and index = $2`,
      [level, index],
    )
  expect(await night(whole)).toEqual(WELL)
  await damage(0, 1)
  // The leaf, and its tile.
  expect(await night(whole)).toMatchObject([{ violations: 2 }])
  expect(await next()).toBe(256)
  await damage(1, 0)
  await keepLogProgress(at.db, { next: 0, violated: [] })
  expect((await night(whole))[0]!.violations).toBeGreaterThan(0)
})

test('a server that stops does not finish it', async () => {
  await expect(night({ budgetMs: 60_000, isOver: () => true })).rejects.toThrow(CutShort)
  expect(await next()).toBe(0)
})

test('before anything was signed there is nothing to look at', async () => {
  at = await openLogScene()
  expect(await night()).toEqual([])
})

const lastRun = (hours: number) =>
  `insert into installation (key, value)
   values ('log checked', jsonb_build_object('next', 0, 'violated', '[]'::jsonb, 'checked_at', now() - interval '${hours} hours'))`

test('it is due at night, and by day only after a missed night, the first one included', async () => {
  const opened = (hours: number) =>
    at.owner.query(`update proof_log set opened_at = now() - $1 * interval '1 hour'`, [hours])
  const { rows } = await at.owner.query<{ night: boolean }>(
    `select extract(hour from now() at time zone 'utc') = 3 as night`,
  )
  expect(await isLogRunDue(at.db)).toBe(false)
  await opened(3)
  expect(await isLogRunDue(at.db)).toBe(rows[0]!.night)
  await opened(27)
  expect(await isLogRunDue(at.db)).toBe(true)
  await night()
  expect(await isLogRunDue(at.db)).toBe(false)
  await at.owner.query(`delete from installation where key = 'log checked'`)
  await at.owner.query(lastRun(27))
  expect(await isLogRunDue(at.db)).toBe(true)
})

test('the server does it without being asked', async () => {
  const server = await startTestServer()
  const signed = async () => (await server.database.query('select from proof_log')).rowCount
  await expect.poll(signed).toBe(1)
  await server.database.query(lastRun(27))
  await startBeside(server)
  const age = async () =>
    (
      await server.database.query(
        `select now() - (value ->> 'checked_at')::timestamptz < interval '1 hour' as done from installation where key = 'log checked'`,
      )
    ).rows
  await expect.poll(age).toEqual([{ done: true }])
})
