import { expect, onTestFinished, test } from 'vitest'
import { Unanswered } from '../db/away.ts'
import { asApplication } from '../db/database.ts'
import { sendThrough } from '../testing/orders.ts'
import { fundedMember } from '../testing/money.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { startTcpProxy } from '../testing/tcp-proxy.ts'
import { openLedger } from './batch.ts'
import { TailGuard, type Tail } from './tail-guard.ts'

const lastOf = async ({ database }: TestServer): Promise<Tail> => {
  const { rows } = await database.query<{ id: string; reference: string; lineage: number }>(
    'select id, reference, lineage from journal, ledger_state order by id desc limit 1',
  )
  const { id, reference, lineage } = rows[0]!
  return { lineage, journal: BigInt(id), reference }
}

const stopsIn = async ({ database }: TestServer): Promise<number> =>
  (await database.query('select from lost_tail')).rows.length

test('only what the database has acknowledged is remembered, not what got no answer or was refused', async () => {
  const server = await startTestServer()
  const from = await fundedMember(server, 100)
  const to = await fundedMember(server, 0)
  const proxy = await startTcpProxy(asApplication(server.settings.databaseOwnerUrl!))
  const guard = new TailGuard()
  const ledger = openLedger(proxy.url, { guard, timeoutMs: 1000 })
  onTestFinished(() => ledger.stop())
  expect(guard.own).toBeUndefined()
  // Under the lock, and decided ahead.
  for (let index = 0; index < 3; index++) {
    await sendThrough(ledger, { from, to, dollars: 1 })
    expect(guard.own).toEqual(await lastOf(server))
  }
  const acknowledged = guard.own
  await expect(sendThrough(ledger, { from, to, dollars: 1000 })).rejects.toMatchObject({ code: 'insufficient_funds' })
  expect(guard.own).toEqual(acknowledged)

  proxy.loseAnswers()
  await expect(sendThrough(ledger, { from, to, dollars: 1 })).rejects.toBeInstanceOf(Unanswered)
  await expect.poll(() => lastOf(server)).not.toEqual(acknowledged)
  expect(guard.own).toEqual(acknowledged)
  await expect
    .poll(() =>
      sendThrough(ledger, { from, to, dollars: 1 }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  expect(guard.own).toEqual(await lastOf(server))
  expect(await stopsIn(server)).toBe(0)
})

test('the same number with another reference is another journal; of an earlier lineage it proves nothing', async () => {
  const server = await startTestServer()
  await fundedMember(server, 100)
  const last = await lastOf(server)
  const said: string[] = []
  const check = async (tail: Tail) => {
    const guard = new TailGuard({ complain: (sentence) => said.push(sentence) })
    guard.learn('announced', tail)
    const client = await server.database.connect()
    await guard.check(client)
    client.release()
    return stopsIn(server)
  }
  expect(await check(last)).toBe(0)
  expect(await check({ ...last, reference: 'another', lineage: last.lineage - 1 })).toBe(0)
  expect(await check({ ...last, reference: 'another' })).toBe(1)
  expect(said).toEqual([`Posting has stopped: journal ${last.journal} (another) was confirmed and is missing`])
  // Whoever comes later knows more, and says nothing.
  expect(await check({ ...last, journal: last.journal + 5n, reference: 'a later one' })).toBe(1)
  expect(said).toHaveLength(1)
  const { rows } = await server.database.query('select journal_id, reference, last_journal from lost_tail')
  expect(rows).toEqual([
    { journal_id: String(last.journal + 5n), reference: 'a later one', last_journal: String(last.journal) },
  ])
})

test('while posting is stopped, an order that was booked before is answered, and only a new one is refused', async () => {
  const server = await startTestServer()
  const from = await fundedMember(server, 100)
  const to = await fundedMember(server, 0)
  const ledger = openLedger(asApplication(server.settings.databaseOwnerUrl!))
  onTestFinished(() => ledger.stop())
  const key = 'asked for twice'
  const booked = await sendThrough(ledger, { from, to, dollars: 1, key })
  const guard = new TailGuard()
  guard.learn('announced', { ...(await lastOf(server)), reference: 'lost' })
  const client = await server.database.connect()
  await guard.check(client)
  client.release()
  const journals = async () => (await server.database.query('select count(*) from journal')).rows
  const before = await journals()
  expect(await sendThrough(ledger, { from, to, dollars: 1, key })).toEqual(booked)
  await expect(sendThrough(ledger, { from, to, dollars: 1, key: 'new' })).rejects.toMatchObject({ code: 'busy' })
  await expect(sendThrough(ledger, { from, to, dollars: 2, key })).rejects.toMatchObject({
    code: 'idempotency_conflict',
  })
  expect(await journals()).toEqual(before)
})

test('each source keeps what it knows: a later journal of another one does not replace it', async () => {
  const server = await startTestServer()
  await fundedMember(server, 100)
  const last = await lastOf(server)
  const guard = new TailGuard()
  guard.learn('announced', { ...last, journal: last.journal - 1n, reference: 'lost' })
  guard.learn('forwarded', last)
  const client = await server.database.connect()
  await guard.check(client)
  client.release()
  expect(await stopsIn(server)).toBe(1)
})

test('on a database that takes no writes nothing is decided: what is missing may still arrive', async () => {
  const server = await startTestServer()
  await fundedMember(server, 100)
  const guard = new TailGuard()
  guard.learn('own', { ...(await lastOf(server)), reference: 'not here yet' })
  const client = await server.database.connect()
  await client.query('set default_transaction_read_only = on')
  await expect(guard.check(client)).rejects.toMatchObject({ code: '25006' })
  client.release(true)
  expect(await stopsIn(server)).toBe(0)
})
