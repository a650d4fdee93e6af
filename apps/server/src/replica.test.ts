import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { asApplication } from './db/database.ts'
import { StartError } from './start-error.ts'
import { becomeInstallation, createDatabase, dropDatabase } from './testing/databases.ts'
import { countReads, readThrough } from './testing/replica-load.ts'
import { fundedMember, sendMoney, type Funded } from './testing/money.ts'
import { startTestServer, type TestServer } from './testing/server.ts'
import { startPair } from './testing/standby.ts'

const SOON = { timeout: 20_000 }

async function scene() {
  const pair = await startPair()
  const server = await startTestServer({}, { postgresUrl: pair.url, replica: pair.replica.urlOf })
  return { pair, server, ...(await twoMembers(server)) }
}

async function twoMembers(server: TestServer) {
  const [from, to] = [await fundedMember(server, 1000), await fundedMember(server, 0)]
  const send = async (amount = 1) => {
    const { status, body } = await sendMoney(from.visitor, { amount, recipient_id: to.privateKey })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data.transfer_id as string
  }
  return { from, to, send }
}

const newest = async ({ visitor }: Funded) => {
  const { status, body } = await visitor.get('/api/transfers/history')
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.transfers[0]?.counterpart.id as string | undefined
}

/** Which servers answered meanwhile. */
async function serversDuring(server: TestServer, act: () => Promise<unknown>) {
  const before = await countReads(server)
  await act()
  const after = await countReads(server)
  return { primary: after.primary - before.primary, replica: after.replica - before.replica }
}

const isReplica = { primary: 0, replica: expect.toSatisfy((reads: number) => reads > 0) }
const isPrimary = { primary: expect.toSatisfy((reads: number) => reads > 0), replica: 0 }

/** Until the replica has what the member has to see. */
const becomesReplica = (server: TestServer, member: Funded) =>
  expect.poll(() => serversDuring(server, () => newest(member)), SOON).toEqual(isReplica)

test('a member reads from the replica what it has, and from the primary what it lacks', async () => {
  const { pair, server, from, to, send } = await scene()
  const first = await send()
  expect(await newest(from)).toBe(first)
  await becomesReplica(server, from)
  expect(await newest(from)).toBe(first)

  await pair.replica.pause()
  const second = await send()
  expect(await serversDuring(server, async () => expect(await newest(from)).toBe(second))).toEqual(isPrimary)
  // What they have seen at the primary counts like what they wrote: nothing goes back.
  expect(await serversDuring(server, async () => expect(await newest(from)).toBe(second))).toEqual(isPrimary)
  // The recipient was told by an event, and reads it.
  expect(await newest(to)).toBe(second)
  await pair.replica.goOn()
  await becomesReplica(server, from)
  expect(await newest(from)).toBe(second)
})

test('a cookie that is missing, garbage or another member’s counts as none', async () => {
  const { server, from, to, send } = await scene()
  await send()
  await becomesReplica(server, from)
  await becomesReplica(server, to)
  const own = new Map(from.visitor.cookies)
  for (const wrong of [undefined, 'garbage', `${'z'.repeat(13)}.${'A'.repeat(43)}`, 'x'.repeat(4000), 'of another']) {
    for (const name of ['trefoil_written', 'trefoil_seen'])
      if (wrong === undefined) from.visitor.cookies.delete(name)
      else
        from.visitor.cookies.set(name, wrong === 'of another' ? (to.visitor.cookies.get('trefoil_seen') ?? '') : wrong)
    expect(await serversDuring(server, () => newest(from)), wrong).toEqual(isPrimary)
  }
  for (const [name, value] of own) from.visitor.cookies.set(name, value)
  await becomesReplica(server, from)
})

test('nobody notices when the replica goes away, and it is read again once it is back', async () => {
  const { pair, server, from, send } = await scene()
  await send()
  await becomesReplica(server, from)
  // Idle connections of the pool are gone, and the first to notice is a read.
  await pair.replica.endConnections()
  expect(await newest(from)).toBeDefined()
  await pair.replica.stop()
  const sent = await send()
  expect(await newest(from)).toBe(sent)
  expect(await serversDuring(server, () => newest(from))).toEqual(isPrimary)
  await pair.replica.start()
  await becomesReplica(server, from)
  expect(await newest(from)).toBe(sent)
})

test('public pages come from the replica, and are not older than some seconds', async () => {
  const { pair, server } = await scene()
  const visitor = server.visit()
  const read = async () => expect((await visitor.get('/api/causes')).status).toBe(200)
  // The same answer is kept for a second.
  await expect.poll(() => serversDuring(server, read), { ...SOON, interval: 1100 }).toEqual(isReplica)
  await pair.replica.pause()
  await server.database.query('insert into installation (key, value) values ($1, $2)', ['something', '{}'])
  await expect.poll(() => serversDuring(server, read), { ...SOON, interval: 1100 }).toEqual(isPrimary)
  await pair.replica.goOn()
})

test('300 members’ changes are in what they read next, while the replica lags and others read', async () => {
  const { pair, server } = await scene()
  const { stale, pairs, reads } = await readThrough({ server, pair, pairs: 300 })
  expect([pairs, stale]).toEqual([300, 0])
  expect(reads.replica).toBeGreaterThan(reads.primary)
}, 120_000)

test('a replica of another installation ends the start in one sentence', async () => {
  const postgresUrl = inject('postgresUrl')
  const name = `test-${randomUUID()}`
  const other = await createDatabase(postgresUrl, { name, template: 'pattern' })
  onTestFinished(() => dropDatabase(postgresUrl, name))
  const refused = 'DATABASE_REPLICA_URL names a database of another installation: give it a replica of DATABASE_URL.'
  for (const url of [asApplication(other), asApplication(postgresUrl)]) {
    await becomeInstallation(other)
    await expect(startTestServer({ databaseReplicaUrl: url })).rejects.toThrow(new StartError(refused))
  }
})
