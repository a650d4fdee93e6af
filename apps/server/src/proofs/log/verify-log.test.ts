import { beforeEach, expect, test } from 'vitest'
import { openLogScene, type LogScene } from '../../testing/log-scene.ts'
import { verifyLog, type LogCheck } from './verify-log.ts'

let at: LogScene
beforeEach(async () => {
  at = await openLogScene()
  await at.post(20)
  await at.owner.query(`insert into audit_entry (action, why) values ('settings.change', 'a test')`)
  await at.build()
})

const look = async (check?: LogCheck) => (await verifyLog(at.client, at.settings.secret, check))!

const change: LogScene['change'] = (statement, values) => at.change(statement, values)

const newestJournal = async (): Promise<number> =>
  (await at.owner.query<{ id: number }>('select max(id)::int as id from journal')).rows[0]!.id

test('a log that says what the books say has nothing to report, and all of it was looked at', async () => {
  const report = await look()
  expect(report).toEqual({
    size: report.size,
    checked: report.size,
    among: report.size,
    changed: 0,
    brokenTiles: 0,
    isSigned: true,
  })
  expect(report.size).toBeGreaterThan(20)
})

test('before anything was signed there is nothing to look at', async () => {
  const fresh = await openLogScene()
  expect(await verifyLog(fresh.client, fresh.settings.secret)).toBeUndefined()
})

test('whatever was changed after it entered the log is found, and only that', async () => {
  const id = await newestJournal()
  for (const [kind, statement] of [
    ['journal', `update journal set created_at = created_at + interval '1 microsecond' where id = $1`],
    ['journal', 'update entry set sequence = sequence + 1000 where journal_id = $1 and amount > 0'],
    ['journal', `update journal set reference = reference || 'x' where id = $1`],
  ] as const) {
    await change(statement, [id])
    expect(await look(), statement).toMatchObject({ changed: 1, firstChanged: { kind, id }, brokenTiles: 0 })
  }
  await change('delete from journal where id = $1', [id])
  expect(await look()).toMatchObject({ changed: 1, firstChanged: { kind: 'journal', id } })
  await change(`update audit_entry set why = 'another' where why = 'a test'`)
  expect(await look()).toMatchObject({ changed: 2 })
})

test('a tree that does not lead to what was signed is found', async () => {
  await change('update proof_log_tile set hashes = overlay(hashes placing sha256(hashes) from 33) where level = 0')
  expect(await look()).toMatchObject({ changed: 1, isSigned: false })
  await change('delete from proof_log_tile where level = 0')
  expect(await look()).toMatchObject({ isSigned: false })
})

test('tiles below others are compared with them', async () => {
  await at.post(600)
  await at.build()
  expect(await look()).toMatchObject({ changed: 0, brokenTiles: 0, isSigned: true })
  await change(
    'update proof_log_tile set hashes = overlay(hashes placing sha256(hashes) from 33) where level = 0 and index = 1',
  )
  expect(await look()).toMatchObject({ changed: 1, brokenTiles: 1, isSigned: true })
})

test('the entries of who was erased are checked by what was kept of them', async () => {
  const { rows } = await at.owner.query<{ owner: number }>('select min(id) as owner from member')
  const { owner } = rows[0]!
  await change('update proof_log_key set erased_at = now() where owner = $1', [owner])
  await change(
    `insert into former_member (member_id, closed_at, last_journal) values ($1, now(), (select max(id) from journal))`,
    [owner],
  )
  await at.build()
  const keys = await at.owner.query('select seed from proof_log_key where owner = $1', [owner])
  expect(keys.rows).toEqual([{ seed: null }])
  expect(await look()).toMatchObject({ changed: 0 })
})

test('with little time some of it is looked at, and it says how much', async () => {
  // The last part of the log would be smaller than the others, if there were more than one leaf at once.
  const report = await look({ budgetMs: 0, leavesAtOnce: 1 })
  expect(report.checked).toBe(1)
  expect(report.among).toBe(report.size)
})

test('only what came after a journal', async () => {
  const since = await newestJournal()
  await change(`update journal set reference = 'changed' where id = $1`, [since])
  expect(await look({ since })).toMatchObject({ checked: 0, among: 0, changed: 0 })
  await at.post(3)
  await at.build()
  expect(await look({ since })).toMatchObject({ checked: 3, among: 3, changed: 0 })
  expect(await look({ since: since - 1 })).toMatchObject({ changed: 1, firstChanged: { kind: 'journal', id: since } })
})
