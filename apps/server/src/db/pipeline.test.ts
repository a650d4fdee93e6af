import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { Pipeline } from './pipeline.ts'

const statements = {
  begin: { name: 'begin', text: 'begin' },
  insert: { name: 'insert', text: 'insert into pipelined values ($1, $2)' },
  read: { name: 'read', text: 'select n, word from pipelined order by n' },
  commit: { name: 'commit', text: 'commit' },
}

type Row = { n: number; word: string | null }

test('every statement gets its own result, and is prepared once per connection', async () => {
  const client = await connect()
  const first = await insertAll(client, [
    { n: 1, word: 'one' },
    { n: 2, word: null },
  ])
  expect(first.error).toBeUndefined()
  expect(first.inserts.map(({ command }) => command)).toEqual(['INSERT 0 1', 'INSERT 0 1'])
  expect(first.read.rows).toEqual([
    { n: 1, word: 'one' },
    { n: 2, word: null },
  ])
  expect(first.commit.command).toBe('COMMIT')

  const second = await insertAll(client, [{ n: 3, word: '' }])
  expect(second.read.rows).toHaveLength(3)
  expect(second.read.rows.at(-1)).toEqual({ n: 3, word: '' })
  const { rows } = await client.query<{ name: string }>('select name from pg_prepared_statements')
  expect(rows.map(({ name }) => name).toSorted()).toEqual(['begin', 'commit', 'insert', 'read'])
})

test('nothing runs after the first failure, not even the commit', async () => {
  const client = await connect()
  const { inserts, read, commit, error } = await insertAll(client, [
    { n: 1, word: 'one' },
    { n: 1, word: 'again' },
    { n: 2, word: 'two' },
  ])
  expect(error).toMatchObject({ code: '23505' })
  expect(inserts.map(({ command }) => command)).toEqual(['INSERT 0 1', undefined, undefined])
  expect(read.rows).toEqual([])
  expect(commit.command).toBeUndefined()

  await client.query('rollback')
  expect((await client.query('select from pipelined')).rowCount).toBe(0)
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('create temporary table pipelined (n int primary key, word text)')
  return client
}

/** A whole transaction in one pipeline. */
async function insertAll(client: pg.Client, rows: Row[]) {
  const pipeline = new Pipeline(client)
  pipeline.send(statements.begin)
  const inserts = rows.map(({ n, word }) => pipeline.send(statements.insert, [n, word]))
  const read = pipeline.send<Row>(statements.read)
  const commit = pipeline.send(statements.commit)
  const error = await pipeline.flush().catch((reason: unknown) => reason)
  return { inserts, read, commit, error }
}
