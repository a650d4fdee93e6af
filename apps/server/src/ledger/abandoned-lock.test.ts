import type { Socket } from 'node:net'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { asApplication, LOCKS } from '../db/database.ts'
import { isLong } from '../testing/long-form.ts'
import { fundedMember, type Funded } from '../testing/money.ts'
import { sendThrough } from '../testing/orders.ts'
import { installedBinaries, startOwnPostgres } from '../testing/own-postgres.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { openLedgerPool } from './batch.ts'
import { lockLedger } from './ledger-lock.ts'

/** The server's own limit on a transaction, where it has one, comes too late. */
const NOT_BY_THE_SERVER_MS = 600_000
const HALF_A_MESSAGE = Buffer.from('P\0\0\0\xc8half', 'latin1')

const holders = async ({ database }: TestServer) => {
  const { rows } = await database.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted and classid = $1 and objid = $2
      and database = (select oid from pg_database where datname = current_database())`,
    [LOCKS.space, LOCKS.ledger],
  )
  return rows.map(({ pid }) => pid)
}

/** A poster that took the lock, sent half of what comes next, and then says nothing any more, while its socket is there. */
async function abandonLock(server: TestServer, timeoutMs?: number): Promise<number> {
  const url = asApplication(server.settings.databaseUrl!)
  const pool = openLedgerPool(url, 'trefoil ledger', timeoutMs === undefined ? {} : { timeoutMs })
  const client = await pool.connect()
  client.on('error', () => {})
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { connection } = client as unknown as { connection: pg.Connection & { stream: Socket } }
  onTestFinished(async () => {
    connection.stream.destroy()
    client.release(true)
    await pool.end()
  })
  connection.parse({ name: '', text: lockLedger.text, types: [] }, true)
  connection.bind({ values: [] }, true)
  connection.execute(null, true)
  connection.stream.write(HALF_A_MESSAGE)
  const pid = rows[0]!.pid
  await expect.poll(() => holders(server)).toEqual([pid])
  return pid
}

const send = ({ ledger }: TestServer, from: Funded, to: Funded) => sendThrough(ledger, { from, to, dollars: 1 })

async function getsTheLock(server: TestServer): Promise<void> {
  const [from, to] = [await fundedMember(server, 100), await fundedMember(server, 0)]
  // Both ways of posting: the second one is decided ahead.
  for (const order of [1, 2]) {
    await abandonLock(server, NOT_BY_THE_SERVER_MS)
    await send(server, from, to)
    expect(await holders(server), `order ${order}`).toEqual([])
  }
}

test('the lock of a poster that died in the middle of a message goes to the next one', async () => {
  await getsTheLock(await startTestServer())
})

test.runIf(isLong).for([15, 16])(
  'the same on PostgreSQL %i, which cannot limit transactions',
  async (major, { skip }) => {
    const binaries = installedBinaries(major)
    if (!binaries) {
      skip('not installed here')
      return
    }
    const { url: postgresUrl } = await startOwnPostgres(binaries)
    await getsTheLock(await startTestServer({}, { postgresUrl }))
  },
)

test('where the server limits transactions, it goes even if nobody else wants it', async () => {
  const server = await startTestServer()
  await abandonLock(server, 1000)
  await expect.poll(() => holders(server), { timeout: 60_000 }).toEqual([])
})
