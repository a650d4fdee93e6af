import pg from 'pg'
import { expect } from 'vitest'
import { startFilledPostgres, type AtEnd } from './own-postgres.ts'

const SOON = { timeout: 90_000, interval: 10 }

export type Pair = {
  /** The owner's, of the primary. */
  url: string
  /** Another copy of the primary becomes one itself, as after a failover. The replica goes on to follow the first. */
  promoteAnother(): Promise<string>
  replica: {
    /** The same database there. */
    urlOf: (databaseUrl: string) => string
    /** What comes from the primary waits, and is there once it goes on. */
    pause(): Promise<void>
    goOn(): Promise<void>
    /** Until it has all that the primary has now. */
    catchesUp(): Promise<void>
    endConnections(): Promise<void>
    stop(): Promise<void>
    start(): Promise<void>
  }
}

/** A primary with the template, and a replica that follows it by streaming. */
export async function startPair(atEnd?: AtEnd): Promise<Pair> {
  const primary = await startFilledPostgres(atEnd)
  const standby = await primary.copy({ follows: true })
  const { host } = new URL(standby.url)
  const ask = async (url: string, statement: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ answer: unknown }>(statement, values)
    await client.end()
    return rows[0]?.answer
  }
  const tell = async (statement: string) => void (await ask(standby.url, statement))
  return {
    url: primary.url,
    async promoteAnother() {
      const other = await primary.copy()
      await other.promote()
      await expect.poll(() => ask(other.url, 'select pg_is_in_recovery() as answer'), SOON).toBe(false)
      return other.url
    },
    replica: {
      urlOf: (databaseUrl) => {
        const address = new URL(databaseUrl)
        address.host = host
        return address.href
      },
      pause: () => tell('select pg_wal_replay_pause()'),
      goOn: () => tell('select pg_wal_replay_resume()'),
      async catchesUp() {
        const now = await ask(primary.url, 'select pg_current_wal_insert_lsn() as answer')
        const hasIt = () => ask(standby.url, 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as answer', [now])
        await expect.poll(hasIt, SOON).toBe(true)
      },
      endConnections: () =>
        tell(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trefoil replica'`),
      stop: () => standby.stop(),
      start: () => standby.start(),
    },
  }
}
