import pg from 'pg'
import { startOwnPostgres } from './own-postgres.ts'

export type Pair = {
  /** The owner's, of the primary. */
  url: string
  replica: {
    /** The same database there. */
    urlOf: (databaseUrl: string) => string
    /** What comes from the primary waits, and is there once it goes on. */
    pause(): Promise<void>
    goOn(): Promise<void>
    endConnections(): Promise<void>
    stop(): Promise<void>
    start(): Promise<void>
  }
}

/** A primary and a replica that follows it by streaming. */
export async function startPair(): Promise<Pair> {
  const primary = await startOwnPostgres()
  const standby = await primary.copy({ follows: true })
  const { host } = new URL(standby.url)
  const tell = async (statement: string) => {
    const client = new pg.Client({ connectionString: standby.url })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  return {
    url: primary.url,
    replica: {
      urlOf: (databaseUrl) => {
        const address = new URL(databaseUrl)
        address.host = host
        return address.href
      },
      pause: () => tell('select pg_wal_replay_pause()'),
      goOn: () => tell('select pg_wal_replay_resume()'),
      endConnections: () =>
        tell(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trefoil replica'`),
      stop: () => standby.stop(),
      start: () => standby.start(),
    },
  }
}
