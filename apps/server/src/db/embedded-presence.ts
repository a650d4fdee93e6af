import pg from 'pg'
import { StartError } from '../start-error.ts'
import { APPLICATION, applicationPassword } from './database.ts'

/**
 * One idle connection that says "this process needs the server". It holds a shared advisory lock. A leaving process
 * that gets the lock exclusively was the last one, and nobody can join while it stops the server.
 */
export type Presence = {
  /** Resolves when the connection has ended, for whatever reason. */
  lost: Promise<void>
  /** True if no other process is present. The server may then be stopped, and nobody can join until `close`. */
  leave: () => Promise<boolean>
  close: () => Promise<void>
}

const LOCK = 7_333_645_151n // "trefoil" on a telephone's keys, cut to ten digits
const LOGIN_LOCK = LOCK + 1n
const CONNECT_TIMEOUT_MS = 5_000

/** Undefined while the server is starting or stopping. */
export async function bePresent(options: { port: number; password: string }): Promise<Presence | undefined> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: options.port,
    user: 'trefoil',
    password: options.password,
    database: 'postgres',
    application_name: 'trefoil presence',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  })
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  // Without a listener, the error would end this process if the server died.
  client.on('error', () => undefined)
  const close = () => client.end().catch(() => undefined)
  try {
    await client.connect()
    if (!(await isTrue(client, `select pg_try_advisory_lock_shared(${LOCK}) as answer`))) {
      await close()
      return undefined
    }
    await ensureDatabase(client)
    await ensureLogin(client, applicationPassword(options.password))
  } catch (error) {
    await close()
    const { code } = error as { code?: string }
    if (code === '28P01') throw new StartError('The database does not accept the password in its data folder.')
    return undefined
  }
  keepAwake(client, false)
  return { lost, close, leave: () => leave(client) }
}

async function leave(client: pg.Client): Promise<boolean> {
  try {
    keepAwake(client, true)
    await client.query(`select pg_advisory_unlock_shared(${LOCK})`)
    return await isTrue(client, `select pg_try_advisory_lock(${LOCK}) as answer`)
  } catch {
    // The connection is gone. Other processes have lost theirs too, and start the server again.
    return true
  }
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  if (await isTrue(client, `select exists (select from pg_database where datname = 'trefoil') as answer`)) return
  await client.query('create database trefoil').catch((error: { code?: string }) => {
    const wasMadeMeanwhile = error.code === '42P04' || error.code === '23505'
    if (!wasMadeMeanwhile) throw error
  })
}

/** Also for data from before the application had a login. One at a time, because a role cannot be altered twice at once. */
async function ensureLogin(client: pg.Client, password: string): Promise<void> {
  await client.query(`select pg_advisory_lock(${LOGIN_LOCK})`)
  const exists = await isTrue(client, `select exists (select from pg_roles where rolname = '${APPLICATION}') as answer`)
  await client.query(`${exists ? 'alter' : 'create'} role ${APPLICATION} login password '${password}'`)
  await client.query(`select pg_advisory_unlock(${LOGIN_LOCK})`)
}

async function isTrue(client: pg.Client, question: string): Promise<boolean> {
  const { rows } = await client.query<{ answer: boolean }>(question)
  return rows[0]?.answer === true
}

/** An idle presence must not keep a finished process alive. The types lack these two methods. */
function keepAwake(client: pg.Client, isAwake: boolean): void {
  const socket = client as pg.Client & { ref(): void; unref(): void }
  if (isAwake) socket.ref()
  else socket.unref()
}
