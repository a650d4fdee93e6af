import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { isDatabaseAway } from './away.ts'
import { asPlannedOnce, asReader, openPool, type Database, type Pool } from './database.ts'
import { preparing } from './prepared.ts'
import { readFrom, type Reading } from './read-replica.ts'
import { refuseForeign, type Identity } from './replica-identity.ts'
import type { Tables } from './tables.ts'
import { positionsOf, type Position } from './wal-position.ts'

export type Replica = {
  /** Reads where the request's `Reading` allows, and otherwise from the primary. Only there are transactions. */
  lists: Database
  /** For what everybody sees: may be some seconds old. */
  publicPages: Database
  during<Result>(reading: Reading, read: () => Promise<Result>): Promise<Result>
  /** The primary's, from now on. */
  position(): Promise<Position>
  count(): Record<'primary' | 'replica', number>
  stop(): Promise<void>
}

type Options = {
  url: string
  /** Those of the primary, for what is read from either. */
  primary: { members: Pool; readers: Pool }
  /** Of the primary. A replica of another database is not read. */
  identity: Identity
  connections: { replica: number; readers: number }
  /** Called when it cannot be reached, once until it can. */
  complain: (error: Error) => void
}

/** So long an answer may take before the primary is asked instead. */
const TIMEOUT_MS = 2000
const CONNECT_TIMEOUT_MS = 1000
/** So old may be what everybody sees. */
const PUBLIC_MS = 5000
/** So long a primary that is silent is waited for before a public page does without it. */
const SILENT_MS = 500

/**
 * Reads lists from a replica that has replayed what the reader has to see, and otherwise from the primary. That is checked
 * on the connection that answers: behind one address there may be several replicas.
 */
export function openReplica({ url, primary, identity, connections, complain }: Options): Replica {
  const open = (address: string, size: number): Pool =>
    openPool(address, size, {
      application_name: 'trefoil replica',
      isBounded: true,
      timeoutMs: TIMEOUT_MS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      verify: (client, done) => void verify(refuseForeign(client, identity), done),
      // A read and the questions for positions around it go as one message.
      pipeline: true,
    })
  const members = open(asPlannedOnce(asReader(url)), connections.replica)
  const readers = open(asReader(url), connections.readers)
  const counts = { primary: 0, replica: 0 }
  const readLists = readFrom({ primary: preparing(primary.members), replica: preparing(members) }, { counts, complain })
  const readPublic = readFrom({ primary: primary.readers, replica: readers }, { counts, complain })
  const position = positionsOf(primary.members)
  const readings = new AsyncLocalStorage<Reading>()

  const recentPosition = recentOf(position)

  return {
    lists: databaseOver(async () => {
      const reading = readings.getStore()
      return reading ? readLists(reading) : preparing(primary.members).connect()
    }),
    publicPages: databaseOver(async () => readPublic({ needs: await recentPosition(), wasUsed: false })),
    during: (reading, step) => readings.run(reading, step),
    position,
    count: () => ({ ...counts }),
    stop: async () => {
      await Promise.all([members.end(), readers.end()])
    },
  }
}

/** Asked for once in a while, by whoever comes first. While the primary is away, the last one that was known has to do. */
function recentOf(position: () => Promise<Position>): () => Promise<Position> {
  let recent: { until: number; asked: Promise<Position> } | undefined
  let last: Position | undefined

  function ask(): Promise<Position> {
    const asked = position().then(
      (found) => (last = found),
      (error: unknown) => {
        if (last && isDatabaseAway(error)) return last
        recent = undefined
        throw error
      },
    )
    recent = { until: performance.now() + PUBLIC_MS / 2, asked }
    return asked
  }

  return async () => {
    const asked = recent && performance.now() < recent.until ? recent.asked : ask()
    const known = last
    return known ? Promise.race([asked, sleep(SILENT_MS, known, { ref: false })]) : asked
  }
}

const databaseOver = (connect: PostgresPool['connect']): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { options: {}, connect, end: async () => {} } }) })

async function verify(checked: Promise<void>, done: (error?: Error) => void): Promise<void> {
  const problem = await checked.catch((error: Error) => error)
  done(problem ?? undefined)
}
