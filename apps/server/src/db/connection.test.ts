import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, dropDatabase } from '../testing/databases.ts'
import { startTcpProxy } from '../testing/tcp-proxy.ts'
import { openClient, closeClient } from './connection.ts'
import { openPool } from './database.ts'

const proxy = await startTcpProxy(inject('postgresUrl'))

function poolOf(options: Parameters<typeof openPool>[2]) {
  const pool = openPool(proxy.url, 1, options)
  onTestFinished(() => pool.end())
  return pool
}

/** How long it takes, and with what it ends. */
async function outcomeOf(work: Promise<unknown>) {
  const begun = performance.now()
  const end = await work.then(
    () => 'done',
    (error: Error & { code?: string }) => error.code ?? error.message,
  )
  return { end, seconds: (performance.now() - begun) / 1000 }
}

test('whoever waits for a silent database gets an error in time, and the next one an answer', async () => {
  const [bounded, patient] = [poolOf({ timeoutMs: 500, isBounded: true }), poolOf({ timeoutMs: 500 })]
  const client = await openClient(proxy.url, { name: 'test', timeoutMs: 500 })
  await Promise.all([bounded.query('select 1'), patient.query('select 1')])
  proxy.silence()
  const [first, second, third] = await Promise.all([
    outcomeOf(bounded.query('select 1')),
    outcomeOf(patient.query('select 1')),
    outcomeOf(client.query('select 1')),
  ])
  for (const { end, seconds } of [first, second, third]) {
    expect(end).toBe('ETIMEDOUT')
    expect(seconds).toBeLessThan(10)
  }
  // None can be made, either.
  expect((await outcomeOf(bounded.query('select 1'))).end).toMatch(/timeout/)
  expect((await outcomeOf(closeClient(client))).seconds).toBeLessThan(3)
  proxy.resume()
  expect((await outcomeOf(bounded.query('select 1'))).end).toBe('done')
  expect((await outcomeOf(patient.query('select 1'))).end).toBe('done')
})

test('a transaction that was interrupted by silence is not gone on with', async () => {
  const pool = poolOf({ timeoutMs: 500, isBounded: true })
  const client = await pool.connect()
  await client.query('begin')
  proxy.silence()
  await expect(client.query('select 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await expect(client.query('rollback')).rejects.toThrow('not queryable')
  client.release()
  proxy.resume()
  const { rows } = await pool.query('select now() = statement_timestamp() as alone')
  expect(rows).toEqual([{ alone: true }])
})

test('a statement that takes long is waited for while the server is at it, unless somebody waits', async () => {
  const [bounded, patient] = [poolOf({ timeoutMs: 300, isBounded: true }), poolOf({ timeoutMs: 300 })]
  const [cut, done] = await Promise.all([
    outcomeOf(bounded.query('select pg_sleep(2)')),
    outcomeOf(patient.query('select pg_sleep(2)')),
  ])
  // By the server.
  expect(cut.end).toBe('57014')
  expect(done.end).toBe('done')
})

test('a pool of which nobody waits for an answer lets others finish first', async () => {
  const pool = poolOf({})
  const [, second] = await Promise.all([pool.query('select pg_sleep(6)'), outcomeOf(pool.query('select 1'))])
  expect(second.end).toBe('done')
})

test('this process may be busy or paused for longer than the database may be silent', async () => {
  const pool = poolOf({ timeoutMs: 200, isBounded: true })
  await pool.query('select 1')
  const answer = pool.query('select 2 as two')
  await new Promise((resolve) => setImmediate(resolve))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1600)
  expect((await answer).rows).toEqual([{ two: 2 }])
})

test('the server notices clients that are gone, and limits transactions where it can', async () => {
  const pool = poolOf({ timeoutMs: 7000, isBounded: true })
  const { rows } = await pool.query(`
    select current_setting('client_connection_check_interval') as clients, current_setting('statement_timeout') as statement,
      current_setting('transaction_timeout', true) as transaction, current_setting('tcp_keepalives_idle') as idle`)
  expect(rows).toEqual([{ clients: '2s', statement: '7s', transaction: '7500ms', idle: '10' }])
})

test('statements are not compiled, whatever the database is set to: it takes longer than they do', async () => {
  const name = `test-${randomUUID()}`
  const url = await createDatabase(inject('postgresUrl'), { name })
  onTestFinished(() => dropDatabase(inject('postgresUrl'), name))
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(`alter database "${name}" set jit = on`)
  await owner.end()
  const pool = openPool(url, 1)
  const client = await openClient(url, { name: 'test' })
  const settings = await Promise.all([pool.query('show jit'), client.query('show jit')])
  await Promise.all([pool.end(), closeClient(client)])
  expect(settings.map(({ rows }) => rows)).toEqual([[{ jit: 'off' }], [{ jit: 'off' }]])
})
