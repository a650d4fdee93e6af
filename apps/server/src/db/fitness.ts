import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { SERVER_END } from './connection.ts'
import { LOCKS } from './database.ts'
import { IS_WRITABLE } from './writable.ts'

/** From here on, sessions would end early, holds late, and a day's limits would be another day's. */
const CLOCKS_APART_MAX_MS = 120_000
/** A connection that is nobody else's answers at once. */
const OWN_ANSWER_MS = 3000

const CHECKED_OPTION = 'client_connection_check_interval'

/** What everybody connects to has to be the primary. */
export async function refuseReadOnly(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ standby: boolean; writable: boolean }>(
    `select pg_is_in_recovery() as standby, ${IS_WRITABLE} as writable`,
  )
  const [found] = rows
  if (found?.standby)
    throw new StartError('This database is a replica, which takes no writes: connect to the primary instead.')
  if (!found?.writable)
    throw new StartError('This database takes no writes: default_transaction_read_only is on, there or for this login.')
}

/** Whether the connection is as it was asked for: the same login, its settings, and nobody's clock far off. */
export async function refuseUnfit(client: pg.Client, url: string): Promise<void> {
  const { username } = new URL(url)
  const { rows } = await client.query<{ acting: string; option: string; now: string }>(
    `select current_user::text as acting, current_setting('${CHECKED_OPTION}') as option,
      extract(epoch from clock_timestamp())::text as now`,
  )
  const { acting = '', option = '', now = '0' } = rows[0] ?? {}
  const asked = decodeURIComponent(username)
  if (asked !== '' && acting !== asked)
    throw new StartError(`DATABASE_URL logs in as "${asked}", but the database takes it for "${acting}".`)
  if (option !== SERVER_END[CHECKED_OPTION])
    throw new StartError(
      `The database ignores the settings of a connection (${CHECKED_OPTION} is ${option}): ` +
        'connect to PostgreSQL itself, without a pooler such as PgBouncer in between.',
    )
  const apart = Math.abs(Date.now() - Number(now) * 1000)
  if (apart >= CLOCKS_APART_MAX_MS)
    throw new StartError(
      `The clock of this machine and the database's are ${Math.round(apart / 1000)} seconds apart: set them right.`,
    )
}

/**
 * Prepared statements and locks belong to a connection. A pooler that hands each transaction to any of its connections
 * loses them. It is caught by letting `other` have the one that `client` has just used.
 */
export async function refusePooler(client: pg.Client, other: pg.Client): Promise<void> {
  const key = randomInt(2 ** 31)
  const lock = { name: `trial ${key}`, text: 'select pg_try_advisory_lock($1, $2) as mine', values: [LOCKS.trial, key] }
  // A connection gets the same lock as often as it likes, and another one does not. `pg` prepares a name once.
  const take = async () => (await client.query<{ mine: boolean }>(lock)).rows[0]?.mine === true
  await take()
  await other.query('begin')
  await other.query('select 1')
  const again = take().catch(() => false)
  const isOwn = await Promise.race([again, sleep(OWN_ANSWER_MS, false, { ref: false })])
  await other.query('rollback')
  await again
  if (!isOwn)
    throw new StartError(
      'Prepared statements and locks do not survive a transaction on this database: ' +
        'connect to PostgreSQL itself, without a pooler such as PgBouncer in between.',
    )
  await client.query('select pg_advisory_unlock_all()')
}
