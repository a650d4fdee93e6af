import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
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

  let recent: { until: number; position: Promise<Position> } | undefined
  /** Asked for once in a while, by whoever comes first. */
  const recentPosition = (): Promise<Position> => {
    if (!recent || performance.now() > recent.until)
      recent = { until: performance.now() + PUBLIC_MS / 2, position: position() }
    const { position: asked } = recent
    asked.catch(() => (recent = undefined))
    return asked
  }

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

const databaseOver = (connect: PostgresPool['connect']): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { options: {}, connect, end: async () => {} } }) })

async function verify(checked: Promise<void>, done: (error?: Error) => void): Promise<void> {
  const problem = await checked.catch((error: Error) => error)
  done(problem ?? undefined)
}
