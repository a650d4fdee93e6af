import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { asApplication } from './db/database.ts'
import { StartError } from './start-error.ts'
import { becomeInstallation, createDatabase, dropDatabase } from './testing/databases.ts'
import { isLong } from './testing/long-form.ts'
import { countReads, readThrough } from './testing/replica-load.ts'
import { fundedMember, sendMoney, type Funded } from './testing/money.ts'
import { shareTestServer, startTestServer } from './testing/server.ts'
import { startPair } from './testing/standby.ts'
import { startTcpProxy } from './testing/tcp-proxy.ts'

const SOON = { timeout: 60_000 }
/** Changes that are read at once. */
const PAIRS = isLong ? 300 : 60
const AWAY = isLong ? (['cut', 'silence'] as const) : (['cut'] as const)
const TURNS = isLong ? 3 : 1

// One for all tests: a pair takes longer to start than a test takes.
const pair = await startPair(afterAll)
let proxy: Awaited<ReturnType<typeof startTcpProxy>> | undefined
const through = async (url: string) => (proxy = await startTcpProxy(url)).url
const server = await shareTestServer(
  {},
  { postgresUrl: pair.url, isFilled: true, replica: pair.replica.urlOf, through },
)

async function twoMembers() {
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
async function serversDuring(act: () => Promise<unknown>) {
  const before = await countReads(server)
  await act()
  const after = await countReads(server)
  return { primary: after.primary - before.primary, replica: after.replica - before.replica }
}

const isReplica = { primary: 0, replica: expect.toSatisfy((reads: number) => reads > 0) }
const isPrimary = { primary: expect.toSatisfy((reads: number) => reads > 0), replica: 0 }

/** Until the replica has what the member has to see. */
const becomesReplica = (member: Funded) =>
  expect.poll(() => serversDuring(() => newest(member)), SOON).toEqual(isReplica)

test('a member reads from the replica what it has, and from the primary what it lacks', async () => {
  const { from, to, send } = await twoMembers()
  const first = await send()
  expect(await newest(from)).toBe(first)
  await becomesReplica(from)
  expect(await newest(from)).toBe(first)

  await pair.replica.pause()
  const second = await send()
  expect(await serversDuring(async () => expect(await newest(from)).toBe(second))).toEqual(isPrimary)
  // What they have seen at the primary counts like what they wrote: nothing goes back.
  expect(await serversDuring(async () => expect(await newest(from)).toBe(second))).toEqual(isPrimary)
  // The recipient was told by an event, and reads it.
  expect(await newest(to)).toBe(second)
  await pair.replica.goOn()
  await becomesReplica(from)
  expect(await newest(from)).toBe(second)
})

test('a cookie that is missing, garbage or another member’s counts as none', async () => {
  const { from, to, send } = await twoMembers()
  await send()
  await becomesReplica(from)
  await becomesReplica(to)
  const own = new Map(from.visitor.cookies)
  for (const wrong of [undefined, 'garbage', `${'z'.repeat(13)}.${'A'.repeat(43)}`, 'x'.repeat(4000), 'of another']) {
    for (const name of ['trefoil_written', 'trefoil_seen'])
      if (wrong === undefined) from.visitor.cookies.delete(name)
      else
        from.visitor.cookies.set(name, wrong === 'of another' ? (to.visitor.cookies.get('trefoil_seen') ?? '') : wrong)
    expect(await serversDuring(() => newest(from)), wrong).toEqual(isPrimary)
  }
  for (const [name, value] of own) from.visitor.cookies.set(name, value)
  await becomesReplica(from)
})

test('nobody notices when the replica goes away, and it is read again once it is back', async () => {
  const { from, send } = await twoMembers()
  await send()
  await becomesReplica(from)
  // Idle connections of the pool are gone, and the first to notice is a read.
  await pair.replica.endConnections()
  expect(await newest(from)).toBeDefined()
  await pair.replica.stop()
  const sent = await send()
  expect(await newest(from)).toBe(sent)
  expect(await serversDuring(() => newest(from))).toEqual(isPrimary)
  await pair.replica.start()
  await becomesReplica(from)
  expect(await newest(from)).toBe(sent)
})

test('what members have just changed is read from the replica once it is there', async () => {
  const { from, send } = await twoMembers()
  let fromReplica = 0
  for (let turn = 0; turn < 10; turn += 1) {
    const sent = await send()
    await pair.replica.catchesUp()
    const { replica } = await serversDuring(async () => expect(await newest(from)).toBe(sent))
    if (replica > 0) fromReplica += 1
  }
  // Not all: what the server writes meanwhile by itself may be in the position as well.
  expect(fromReplica).toBeGreaterThanOrEqual(8)
})

test('public pages come from the replica, and are not older than some seconds', async () => {
  const visitor = server.visit()
  const read = async () => expect((await visitor.get('/api/causes')).status).toBe(200)
  // The same answer is kept for a second.
  await expect.poll(() => serversDuring(read), { ...SOON, interval: 1100 }).toEqual(isReplica)
  await pair.replica.pause()
  await server.database.query('insert into installation (key, value) values ($1, $2)', ['something', '{}'])
  await expect.poll(() => serversDuring(read), { ...SOON, interval: 1100 }).toEqual(isPrimary)
  await pair.replica.goOn()
})

test.each(AWAY)('public pages are there while the primary is away (%s)', async (how) => {
  const visitor = server.visit()
  const read = async () => expect((await visitor.get('/api/causes')).status).toBe(200)
  await read()
  await pair.replica.catchesUp()
  proxy?.[how]()
  try {
    for (let turn = 0; turn < TURNS; turn += 1) {
      // The same answer is kept for a second.
      await sleep(1100)
      expect(await serversDuring(read)).toEqual(isReplica)
    }
  } finally {
    proxy?.resume()
  }
  await expect.poll(async () => (await visitor.get('/api/ready')).status, SOON).toBe(200)
})

test('members’ changes are in what they read next, while the replica lags and others read', async () => {
  const { stale, pairs, reads } = await readThrough({ server, pair, pairs: PAIRS })
  expect([pairs, stale]).toEqual([PAIRS, 0])
  expect(reads.replica).toBeGreaterThan(reads.primary)
})

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

test('after a failover, a replica of the former primary is not read, however far it has come', async () => {
  const { from, send } = await twoMembers()
  await send()
  await becomesReplica(from)
  const promoted = await pair.promoteAnother()
  // It has replayed more than the new primary will write, but other things.
  await server.database.query(
    'create table elsewhere as select repeat(md5(n::text), 100) from generate_series(1, 10000) n',
  )
  await pair.replica.catchesUp()
  proxy?.lead(promoted)
  await expect.poll(async () => (await server.visit().get('/api/ready')).status, SOON).toBe(200)
  for (let turn = 0; turn < 5; turn += 1) {
    const sent = await send()
    expect(await serversDuring(async () => expect(await newest(from)).toBe(sent))).toEqual(isPrimary)
  }
})
