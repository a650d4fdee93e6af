import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { hasReached, later, positionFrom, REPLAYED, type Position } from './wal-position.ts'

/** What one request reads. */
export type Reading = {
  /** What must be replayed where it reads next. Undefined: only the primary will do. */
  needs: Position | undefined
  wasUsed: boolean
}

type Servers = { primary: PostgresPool; replica: PostgresPool }
type Options = { counts: { primary: number; replica: number }; complain: (error: Error) => void }
type Query = { text: string; values: readonly unknown[] }
type Result = Awaited<ReturnType<typeof run>>

/** After it could not be reached, nobody tries for so long. */
const AWAY_MS = 1000

const run = (client: PostgresPoolClient, { text, values }: Query) => client.query<unknown>(text, values)

/** For each reading a connection, to one server or the other. What the replica cannot answer, the primary does. */
export function readFrom({ primary, replica }: Servers, { counts, complain }: Options) {
  /** What a connection's server has replayed at least. It never goes back. */
  const replayedBy = new WeakMap<PostgresPoolClient, Position>()
  let awayUntil = 0

  /** Undefined: it lags, or cannot say. */
  async function readReplica(reading: Reading, needs: Position, query: Query): Promise<Result | undefined> {
    const client = await replica.connect().catch(noteAway)
    if (!client) return undefined
    try {
      const known = replayedBy.get(client)
      const [before, result, after] = await Promise.all([
        known !== undefined && hasReached(known, needs) ? known : replayed(client),
        run(client, query),
        // What was read is at most this new, and what is read next must not be older.
        replayed(client),
      ])
      client.release()
      awayUntil = 0
      if (before === undefined || after === undefined) return undefined
      replayedBy.set(client, after)
      if (!hasReached(before, needs)) return undefined
      // Another query of the same request may have seen more meanwhile, or have gone to the primary.
      if (reading.needs !== undefined) reading.needs = later(reading.needs, after)
      return result
    } catch (error) {
      client.release(true)
      // Cancelled by what it replays, for example: the primary is asked, and the next read may try again.
      if (!(error instanceof pg.DatabaseError)) noteAway(error as Error)
      return undefined
    }
  }

  function noteAway(error: Error): undefined {
    if (awayUntil === 0) complain(error)
    awayUntil = performance.now() + AWAY_MS
  }

  async function read(reading: Reading, query: Query): Promise<Result> {
    reading.wasUsed = true
    const { needs } = reading
    const found =
      needs === undefined || performance.now() < awayUntil ? undefined : await readReplica(reading, needs, query)
    if (found) {
      counts.replica += 1
      return found
    }
    // The rest of the request as well: what it has seen must not become older.
    reading.needs = undefined
    counts.primary += 1
    const client = await primary.connect()
    try {
      return await run(client, query)
    } finally {
      client.release()
    }
  }

  return (reading: Reading): PostgresPoolClient => {
    const query = (text: string, values: readonly unknown[]) =>
      ONE_READ.test(text)
        ? read(reading, { text, values })
        : Promise.reject(new Error('A list is read by single statements'))
    return { query: query as PostgresPoolClient['query'], release: () => {} }
  }
}

async function replayed(client: PostgresPoolClient): Promise<Position | undefined> {
  const { rows } = await client.query<Parameters<typeof positionFrom>[0]>(REPLAYED, [])
  return rows[0] && positionFrom(rows[0])
}

const ONE_READ = /^\s*(select|with)\b/i
