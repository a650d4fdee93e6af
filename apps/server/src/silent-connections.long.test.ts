import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { PLAIN } from './cli/backup-files.ts'
import { backup } from './cli/backup.ts'
import { onClient } from './cli/on-client.ts'
import { LOCKS } from './db/database.ts'
import { withClient } from './db/logins.ts'
import { migrate } from './db/migrate.ts'
import { refuseForeignReplica } from './db/replica-identity.ts'
import { beginSeeding } from './demo/begin.ts'
import { openLogInspector } from './proofs/log/inspect-log.ts'
import { isExpected } from './start-error.ts'
import { createDatabase, dropDatabase } from './testing/databases.ts'
import { testSettings } from './testing/settings.ts'
import { startTcpProxy } from './testing/tcp-proxy.ts'

const SOON = { timeout: 90_000, interval: 100 }
/** Ten seconds for an answer, and five for the question whether the server is at work. */
const PATIENT_MS = 12_000
/** From the first connection, on a busy machine. */
const LATEST_MS = 120_000

async function newDatabase(): Promise<string> {
  const name = `test-${randomUUID()}`
  onTestFinished(() => dropDatabase(inject('postgresUrl'), name))
  return createDatabase(inject('postgresUrl'), { name, template: 'pattern' })
}

async function connected(url: string): Promise<pg.Client> {
  const client = await new pg.Client({ connectionString: url }).connect()
  onTestFinished(() => client.end())
  return client
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trefoil-silent-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function inspectLog(databaseUrl: string): Promise<void> {
  const inspector = await openLogInspector({ databaseUrl, secret: Buffer.alloc(32) })
  try {
    await inspector.look(0)
  } finally {
    await inspector.close()
  }
}

/** One that is expected is told in one sentence. */
const endOf = (work: Promise<unknown>) =>
  Promise.race([
    work.then(
      () => 'done',
      (error: unknown) => (isExpected(error) ? 'told' : String(error)),
    ),
    sleep(LATEST_MS, 'still waiting', { ref: false }),
  ])

const reading = (client: pg.Client) => client.query('select value from installation')

test('what has a connection for one purpose waits while the database works, and no longer when it is silent', async () => {
  const direct = await newDatabase()
  const proxy = await startTcpProxy(direct)
  const { url } = proxy
  // A transaction would see the same activity again and again.
  const [owner, other] = [await connected(direct), await connected(direct)]
  await owner.query('begin; lock table installation, proof_log')
  await owner.query('select pg_advisory_xact_lock($1, $2)', [LOCKS.space, LOCKS.migration])
  const works = {
    start: withClient(url, reading),
    migration: migrate(url),
    'look at the replica': refuseForeignReplica(url, { cluster: undefined, installation: '' }),
    demo: beginSeeding(url),
    command: onClient(url, reading),
    backup: backup(testSettings({ databaseUrl: url }), await newFolder(), PLAIN),
    'check of the log': inspectLog(url),
  }
  const names = Object.keys(works)
  const ends = Promise.all(Object.values(works).map(endOf))
  const waiting = async () =>
    (await other.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .rowCount
  await expect.poll(waiting, SOON).toBe(names.length)
  // Longer than a database may be silent.
  await sleep(PATIENT_MS)
  expect(await waiting()).toBe(names.length)
  proxy.silence()
  const found = await ends
  expect(Object.fromEntries(names.map((name, at) => [name, found[at]]))).toEqual(
    Object.fromEntries(names.map((name) => [name, 'told'])),
  )
})
