import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { LOCKS } from './db/database.ts'
import { startTrefoil } from './start.ts'
import { earner, fundedMember, sendMoney, withdraw } from './testing/money.ts'
import { PASSCODE } from './testing/people.ts'
import { startTestServer, type TestServer } from './testing/server.ts'
import { signInStaff } from './testing/staff.ts'
import { visitor } from './testing/visitor.ts'

const SOON = { timeout: 20_000, interval: 100 }

type Line = { msg: string; requests?: string[]; connection?: number; code?: string }

async function linesOf({ settings }: TestServer, about: string): Promise<Line[]> {
  const text = await readFile(join(settings.dataDir, 'server.log'), 'utf8').catch(() => '')
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === about)
}

/** A process that posts, and one of the role web that forwards to it. Both write into one log. */
async function scene() {
  const server = await startTestServer()
  const web = await startTrefoil({ ...server.settings, role: 'web', logKeyFile: undefined })
  onTestFinished(web.stop)
  const [from, to] = [await fundedMember(server, 100), await fundedMember(server, 0)]
  const browser = visitor(web.url)
  browser.token = from.visitor.token
  const order = { amount: 0.01, recipient_id: to.privateKey }
  const send = (key?: string) => sendMoney(browser, order, key)
  const lastUsed = async () => {
    const { rows } = await server.database.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'trefoil ledger'
        order by query_start desc limit 1`,
    )
    return rows[0]?.pid
  }
  await sendMoney(from.visitor, order)
  const connection = await lastUsed()
  const isForwarded = async () => (await send(), await lastUsed())
  await expect.poll(isForwarded, SOON).toBe(connection)
  return { server, send, connection }
}

/** Nobody posts until it is given back. */
async function takeLock({ database }: TestServer) {
  const client = await database.connect()
  await client.query('select pg_advisory_lock($1, $2)', [LOCKS.space, LOCKS.ledger])
  return async () => {
    await client.query('select pg_advisory_unlock($1, $2)', [LOCKS.space, LOCKS.ledger])
    client.release()
  }
}

const waiters = async ({ database }: TestServer): Promise<number[]> => {
  const { rows } = await database.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and not granted and classid = $1 and objid = $2
      and database = (select oid from pg_database where datname = current_database())`,
    [LOCKS.space, LOCKS.ledger],
  )
  return rows.map(({ pid }) => pid)
}

test('whoever posts writes down which requests were in a batch that was slow, and over which connection', async () => {
  const { server, send, connection } = await scene()
  const giveBack = await takeLock(server)
  const sent = [send('a-key-of-the-client'), send()]
  await expect.poll(() => waiters(server), SOON).toEqual([connection])
  await sleep(1200)
  await giveBack()
  const ids = (await Promise.all(sent)).map(({ status, headers }) => {
    expect(status).toBe(200)
    return headers['x-request-id']
  })
  const slow = await linesOf(server, 'a batch was slow')
  expect(slow.flatMap(({ requests }) => requests)).toEqual(expect.arrayContaining(ids))
  expect(slow[0]).toMatchObject({ connection, orders: expect.any(Number), journal: expect.stringMatching(/^\d+$/) })
})

test('a batch that fails is written down with its requests, and with what the database said', async () => {
  const { server, send, connection } = await scene()
  const giveBack = await takeLock(server)
  const sent = send()
  await expect.poll(() => waiters(server), SOON).toEqual([connection])
  await server.database.query('select pg_terminate_backend($1)', [connection])
  await giveBack()
  const { status, headers } = await sent
  // It was tried again.
  expect(status).toBe(200)
  expect(await linesOf(server, 'a batch failed')).toEqual([
    expect.objectContaining({ requests: [headers['x-request-id']], orders: 1, connection, code: '57P01' }),
  ])
})

test('an order that cannot be written fails alone, and names its own request only', async () => {
  const { server, send } = await scene()
  await server.database.query(`
    create function refuse_key() returns trigger language plpgsql as $$
    begin
      if new.idempotency_key = 'unwritable' then raise exception 'cannot be written'; end if;
      return new;
    end $$;
    create trigger refuse_key before insert on journal for each row execute function refuse_key()`)
  const answers = await Promise.all([send('good'), send('unwritable'), send('better')])
  expect(answers.map(({ status }) => status)).toEqual([200, 500, 200])
  expect(await linesOf(server, 'a batch failed')).toEqual([
    expect.objectContaining({ requests: [answers[1]?.headers['x-request-id']], why: 'cannot be written' }),
  ])
})

test('so are cancelled withdrawals, erased accounts and what operators decide', async () => {
  const server = await startTestServer()
  const { olga } = await signInStaff(server)
  const [canceller, refused, leaver] = [
    await earner(server, 100),
    await earner(server, 100),
    await fundedMember(server, 0),
  ]
  const asked = async ({ visitor: of }: typeof canceller) => (await withdraw(of)).body.data.withdrawal_id as string
  const [cancelled, looked] = [await asked(canceller), await asked(refused)]
  const erasing = { password: PASSCODE, confirmation: 'ERASE' }
  for (const send of [
    () => canceller.visitor.post(`/api/transactions/withdrawal/${cancelled}/cancel`),
    () => olga.post(`/api/operator/withdrawals/${looked}/refuse`, { why: 'Not an address of theirs' }),
    () => leaver.visitor.post('/api/users/data/erase', erasing),
  ]) {
    const giveBack = await takeLock(server)
    const sent = send()
    await expect.poll(() => waiters(server), SOON).toHaveLength(1)
    await sleep(1200)
    await giveBack()
    const { status, body, headers } = await sent
    expect(status, JSON.stringify(body)).toBe(200)
    const slow = await linesOf(server, 'a batch was slow')
    expect(slow.flatMap(({ requests }) => requests)).toContain(headers['x-request-id'])
  }
})
