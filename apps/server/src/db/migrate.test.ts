import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, dropDatabase } from '../testing/databases.ts'
import { asApplication, openPool } from './database.ts'
import { migrate } from './migrate.ts'

type TestDatabase = { url: string; query: (sql: string) => Promise<pg.QueryResult> }

async function newDatabase(template?: string): Promise<TestDatabase> {
  const name = `test-${randomUUID()}`
  const url = await createDatabase(inject('postgresUrl'), { name, ...(template && { template }) })
  const pool = openPool(url, 1)
  onTestFinished(async () => {
    await pool.end()
    await dropDatabase(inject('postgresUrl'), name)
  })
  return { url, query: (sql) => pool.query(sql) }
}

test('several processes may migrate at once, and each migration runs once', async () => {
  const { url, query } = await newDatabase()
  await Promise.all([migrate(url), migrate(url), migrate(url)])
  const { rows } = await query('select number from migration order by number')
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
  await migrate(url)
})

test('a database of a newer version is refused in one sentence', async () => {
  const { url, query } = await newDatabase('migrated')
  await query(`insert into migration (number, name) values (9999, 'from the future')`)
  await expect(migrate(url)).rejects.toThrow(/newer version \(9999\)/)
})

test('the application cannot alter tables, or write where it has no rights', async () => {
  const { url } = await newDatabase('migrated')
  const pool = openPool(asApplication(url), 1)
  onTestFinished(() => pool.end())
  for (const statement of [
    'drop table account',
    'alter table member_balance drop constraint insufficient_funds',
    'delete from account',
    'update activity set description = $$$$',
    'delete from activity',
    'update programme set rules = $${}$$',
    'create table mine (id int)',
  ])
    await expect(pool.query(statement), statement).rejects.toThrow(/permission denied|must be owner/)
})

test('mails that waited before the outbox existed are still sent: notices, and jobs of the old queue', async () => {
  const { url, query } = await newDatabase()
  await migrate(url, { upTo: 14 })
  await query(`
    insert into account (role, name, email, key_hash, key_box, passcode_hash) values
      ('member', 'Ada', 'ada@example.org', '\\x01', '', ''), ('operator', 'Olga', 'olga@example.org', '\\x02', '', ''),
      ('operator', 'Oscar', 'oscar@example.org', '\\x03', '', '')`)
  await query(`
    insert into notice (account_id, kind, facts, attempts) values
      (1, 'new address', '{"address": "0x1"}', 0), (null, 'proposal waits', '{"summary": "A change"}', 2)`)
  await query(`
    create schema pgboss authorization trefoil_app; set role trefoil_app;
    create table pgboss.job (name text, state text, data jsonb);
    insert into pgboss.job values ('send-reset-mail', 'retry', '{"email": "ada@example.org"}'),
      ('send-reset-mail', 'completed', '{"email": "olga@example.org"}');
    reset role`)
  await migrate(url)
  const { rows } = await query('select account_id, kind, facts, state, attempts from mail_outbox order by id')
  expect(rows).toEqual([
    { account_id: 1, kind: 'new address', facts: { address: '0x1' }, state: 'queued', attempts: 0 },
    { account_id: 2, kind: 'proposal waits', facts: { summary: 'A change' }, state: 'failed', attempts: 2 },
    { account_id: 3, kind: 'proposal waits', facts: { summary: 'A change' }, state: 'failed', attempts: 2 },
    { account_id: null, kind: 'forgotten passcode', facts: { email: 'ada@example.org' }, state: 'queued', attempts: 0 },
  ])
  expect((await query(`select to_regnamespace('pgboss') as schema`)).rows).toEqual([{ schema: null }])
})
