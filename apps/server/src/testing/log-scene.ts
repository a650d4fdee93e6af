import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { asApplication, openDatabase, openPool, type Database, type Pool } from '../db/database.ts'
import { openLedger } from '../ledger/batch.ts'
import { readInstallation } from '../proofs/installation.ts'
import { AuditHorizon } from '../proofs/log/audit-horizon.ts'
import { openLogBuilder, type LogSettings } from '../proofs/log/build-log.ts'
import { openLogKey, type LogKey } from '../proofs/log/key-file.ts'
import { OwnerKeys } from '../proofs/log/owner-keys.ts'
import { openLogSecret } from '../proofs/log/secret.ts'
import { readLatest, type SignContext } from '../proofs/log/sign.ts'
import type { StepContext } from '../proofs/log/step.ts'
import { makeKeyring, type Keyring } from '../secrets/keyring.ts'
import { depositArrives } from './arrivals.ts'
import { createDatabase, dropDatabase, UNHURRIED } from './databases.ts'

const SECRET = 'the secret of every test database'

export type LogScene = {
  owner: Pool
  /** As the application. */
  client: pg.Client
  db: Database
  key: LogKey
  keyring: Keyring
  settings: LogSettings
  /** So many journals more. */
  post(count: number): Promise<void>
  /** Behind the application's back, with every trigger off: one row. */
  change(statement: string, values?: unknown[]): Promise<void>
  /** Enters all of them, and signs: the newest checkpoint. */
  build(): Promise<NonNullable<Awaited<ReturnType<typeof readLatest>>>>
  stepping: StepContext
  signing: SignContext
}

/** A database without a server, and what builds its log. */
export async function openLogScene(): Promise<LogScene> {
  const name = `test-${randomUUID()}`
  const ownerUrl = await createDatabase(inject('postgresUrl'), { name, template: 'pattern' })
  const databaseUrl = asApplication(ownerUrl)
  const owner = openPool(ownerUrl, 4, UNHURRIED)
  const pool = openPool(databaseUrl, 4, UNHURRIED)
  const ledger = openLedger(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const folder = await mkdtemp(join(tmpdir(), 'trefoil-log-'))
  onTestFinished(async () => {
    await ledger.stop()
    await client.end()
    await pool.end()
    await owner.end()
    await dropDatabase(inject('postgresUrl'), name)
    await rm(folder, { recursive: true })
  })
  const db = openDatabase(pool)
  const key = await openLogKey(db, join(folder, 'log-key'), { production: false })
  const keyring = makeKeyring(SECRET)
  const settings: LogSettings = {
    databaseUrl,
    secret: await openLogSecret(db, keyring),
    key,
    installation: await readInstallation(db),
  }
  const { rows } = await owner.query<{ id: number }>('select min(id) as id from member')
  const post = async (count: number) => {
    await Promise.all(Array.from({ length: count }, () => depositArrives(ledger, rows[0]!.id, 1)))
  }
  const change = async (statement: string, values: unknown[] = []) => {
    const changing = await owner.connect()
    await changing.query('set session_replication_role = replica')
    const { rowCount } = await changing.query(statement, values)
    changing.release(true)
    if (rowCount !== 1) throw new Error(`${rowCount} rows: ${statement}`)
  }
  const build = async () => {
    const builder = await openLogBuilder(settings)
    try {
      let step = await builder.step()
      while (step.more) step = await builder.step()
    } finally {
      await builder.close()
    }
    return (await readLatest(client))!
  }
  const stepping = { client, keys: new OwnerKeys(settings.secret), horizon: new AuditHorizon() }
  return { owner, client, db, key, keyring, settings, post, change, build, stepping, signing: { ...settings, client } }
}
