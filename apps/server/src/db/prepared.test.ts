import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, dropDatabase } from '../testing/databases.ts'
import { asPlannedOnce, openPool, type Pool } from './database.ts'
import { preparing } from './prepared.ts'

type Drawer = { drawer: { id: number; word: string } }

test('a statement is prepared once per connection, and its plan fits all values', async () => {
  const { pool, db } = await open()
  for (const id of [1, 2, 3, 4, 5, 6, 7])
    await db.transaction().execute((tx) => tx.selectFrom('drawer').selectAll().where('id', '=', id).execute())
  expect(await statementsIn(pool)).toEqual([
    { statement: 'select * from "drawer" where "id" = $1', generic_plans: '7', custom_plans: '0' },
  ])
})

test('texts of variable shape do not pile up', async () => {
  const { pool, db } = await open({ textsMax: 3 })
  for (let count = 1; count <= 10; count += 1) {
    const ids = Array.from({ length: count }, (_, at) => at)
    const found = await db.selectFrom('drawer').select('id').where('id', 'in', ids).orderBy('id').execute()
    expect(found.map(({ id }) => id)).toEqual(ids.filter((id) => id === 1 || id === 2))
  }
  expect(await statementsIn(pool)).toHaveLength(3)
})

test('a migration beside the server costs a read nothing, and at most one transaction', async () => {
  const { pool, db, migrate } = await open({ connections: 2 })
  const read = (reader: Kysely<Drawer>) => reader.selectFrom('drawer').selectAll().orderBy('id').execute()
  // On both connections.
  const readInTwo = () =>
    db.transaction().execute(async (tx) => {
      await read(tx)
      await read(db)
    })
  await readInTwo()
  await migrate(`alter table drawer add colour text default 'red'`)
  expect(await read(db)).toEqual([
    { id: 1, word: 'one', colour: 'red' },
    { id: 2, word: 'two', colour: 'red' },
  ])
  await readInTwo()

  await migrate('alter table drawer drop colour')
  await expect(readInTwo()).rejects.toThrow('cached plan must not change result type')
  await readInTwo()
  expect(await read(db)).toEqual([
    { id: 1, word: 'one' },
    { id: 2, word: 'two' },
  ])
  // Other errors are told, once.
  await expect(sql`select 1 / (id - 1) from drawer`.execute(db)).rejects.toThrow('division by zero')
  expect(pool.totalCount).toBe(2)
})

async function open({ textsMax, connections = 1 }: { textsMax?: number; connections?: number } = {}) {
  const server = inject('postgresUrl')
  const name = `prepared-${randomUUID()}`
  const url = await createDatabase(server, { name })
  const pool = openPool(asPlannedOnce(url), connections)
  const owner = openPool(url, 1)
  onTestFinished(async () => {
    await pool.end()
    await owner.end()
    await dropDatabase(server, name)
  })
  const migrate = (statement: string) => owner.query(statement)
  await migrate(`create table drawer as select * from (values (1, 'one'), (2, 'two')) v (id, word)`)
  const db = new Kysely<Drawer>({ dialect: new PostgresDialect({ pool: preparing(pool, textsMax) }) })
  return { pool, db, migrate }
}

/** Of a pool with one connection. */
async function statementsIn(pool: Pool) {
  const { rows } = await pool.query('select statement, generic_plans, custom_plans from pg_prepared_statements')
  return rows
}
