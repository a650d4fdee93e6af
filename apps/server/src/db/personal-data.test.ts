import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase, UNHURRIED } from '../testing/databases.ts'
import { openPool } from './database.ts'
import { migrate } from './migrate.ts'
import { IMPERSONAL_TABLES } from './impersonal-tables.ts'
import { PERSONAL_DATA } from './personal-data.ts'

const name = `test-${randomUUID()}`
const url = await createDatabase(inject('postgresUrl'), { name })
const database = openPool(url, 1, UNHURRIED)
await migrate(url)
afterAll(async () => {
  await database.end()
  await dropDatabase(inject('postgresUrl'), name)
})

async function columnsByTable(): Promise<Map<string, string[]>> {
  const { rows } = await database.query<{ table_name: string; columns: string[] }>(
    `select c.table_name, array_agg(c.column_name::text order by c.column_name) as columns
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by c.table_name`,
  )
  return new Map(rows.map(({ table_name, columns }) => [table_name, columns]))
}

test('every table is known to hold something about persons, or nothing', async () => {
  const tables = [...(await columnsByTable()).keys()].toSorted()
  const known = [...Object.keys(PERSONAL_DATA), ...IMPERSONAL_TABLES].toSorted()
  expect(tables, 'add the table to db/personal-data.ts: what does export tell, what does erasure take away?').toEqual(
    known,
  )
})

test('of every table about persons, every column says what becomes of it', async () => {
  const columns = await columnsByTable()
  for (const [table, { columns: known }] of Object.entries(PERSONAL_DATA))
    expect(columns.get(table), `list the columns of ${table} in db/personal-data.ts`).toEqual(
      Object.keys(known).toSorted(),
    )
})

test('no table that refers to an account is taken for impersonal', async () => {
  const { rows } = await database.query<{ table: string }>(
    `select distinct conrelid::regclass::text as table from pg_constraint
     where contype = 'f' and confrelid in ('account'::regclass, 'member'::regclass)`,
  )
  expect(rows.filter(({ table }) => IMPERSONAL_TABLES.includes(table))).toEqual([])
})

/** Erased by the operation itself, or with the row that they belong to. */
const WITHOUT_STATEMENT = ['account', 'member', 'data_export_part', 'statement_file_part', 'support_message']

test('what is personal or secret is erased', () => {
  for (const [table, { columns, erase }] of Object.entries(PERSONAL_DATA)) {
    const goes = Object.values(columns).some((held) => held === 'personal' || held === 'secret')
    if (goes && !WITHOUT_STATEMENT.includes(table)) expect(erase, table).not.toHaveLength(0)
  }
})
