import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, dropDatabase } from '../testing/databases.ts'
import { startTestServer } from '../testing/server.ts'
import { testSettings } from '../testing/settings.ts'
import { beginRecovery, beginRecoveryCommand } from './begin-recovery.ts'

async function scene() {
  const name = `test-${randomUUID()}`
  const databaseUrl = await createDatabase(inject('postgresUrl'), { name, template: 'pattern' })
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  onTestFinished(async () => {
    await owner.end()
    await dropDatabase(inject('postgresUrl'), name)
  })
  const one = async <Row>(text: string): Promise<Row> => (await owner.query(text)).rows[0] as Row
  const { journal } = await one<{ journal: string }>('select max(id)::text as journal from journal')
  return { settings: testSettings({ databaseUrl }), owner, one, journal }
}

test('a database that was set back begins in recovery, as one that was restored', async () => {
  const { settings, one, journal } = await scene()
  const before = await one<{ lineage: number; next: string }>(
    `select lineage, (select last_value::text from account_id_seq) as next from ledger_state`,
  )
  expect(await beginRecovery(settings, { journal, why: 'Tables were dropped' })).toEqual({ journal })
  expect(await one('select why, until_block from recovery where ended_at is null')).toEqual({
    why: `Set back to journal ${journal}: Tables were dropped`,
    until_block: null,
  })
  const after = await one<{ lineage: number; next: string }>(
    `select lineage, (select last_value::text from account_id_seq) as next from ledger_state`,
  )
  expect(after.lineage).toBe(before.lineage + 1)
  // Nobody inherits the number of a member who is gone.
  expect(Number(after.next) - Number(before.next)).toBeGreaterThanOrEqual(1_000_000)
  expect(await one('select was_restored from proof_log_progress')).toEqual({ was_restored: true })
  expect(await one('select action, operator_id, why, details from audit_entry order by id desc limit 1')).toEqual({
    action: 'backup.restore',
    operator_id: null,
    why: 'Tables were dropped',
    details: { journal },
  })
})

test('a second time it starts over', async () => {
  const { settings, owner, one } = await scene()
  await beginRecovery(settings, { why: 'Once' })
  await owner.query('update recovery set until_block = 7')
  const { journal } = await beginRecovery(settings, { why: 'Twice' })
  expect(await one('select count(*)::int as all, max(why) as why, max(until_block) as until from recovery')).toEqual({
    all: 1,
    why: `Set back to journal ${journal}: Twice`,
    until: null,
  })
})

test('another journal, a restore that was cut short, or a server that runs is refused, and nothing has begun', async () => {
  const { settings, owner, one, journal } = await scene()
  const other = String(Number(journal) + 1)
  await expect(beginRecovery(settings, { journal: other, why: 'x' })).rejects.toThrow(
    `The newest journal is ${journal}, not ${other}: this is not the point in time you meant.`,
  )
  await owner.query(`insert into installation (key, value) values ('restored', '{}')`)
  await expect(beginRecovery(settings, { why: 'x' })).rejects.toThrow('was interrupted')
  expect(await one('select count(*)::int as begun from recovery')).toEqual({ begun: 0 })

  const server = await startTestServer()
  await expect(beginRecovery(server.settings, { why: 'x' })).rejects.toThrow('A server is running on this database')
})

test.each([
  [['--why', ' '], 'begin-recovery needs --why.'],
  [['--why', 'x', '--journal', 'last'], '--journal is the number of a journal.'],
  [['--why', 'x', '--journal=-1'], '--journal is the number of a journal.'],
])('%j is a misuse', async (args, sentence) => {
  await expect(beginRecoveryCommand(args)).rejects.toThrow(sentence)
})
