import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { LOCKS, openPool, poolOf, type Database } from './database.ts'
import type { Tables } from './tables.ts'

/** The right to lead, until another process has taken it. */
export type Lease = { readonly lock: number; readonly token: string }

/** So long a leader may be silent before it is replaced. */
const LEASE_MS = 1500
const LOST = 'TF003'

export type Leases = {
  /** Undefined: another process leads. */
  take(lock: number): Promise<Lease | undefined>
  /** False: another process has taken it. */
  renew(lease: Lease): Promise<boolean>
  /** So that the next one need not wait. */
  release(lease: Lease): Promise<void>
  stop(): Promise<void>
}

type LeaseOptions = {
  complain?: (error: Error) => void
  onNew?: ((client: pg.ClientBase) => Promise<void>) | undefined
}

/** One connection for all leaders of this process, which stays open: neither leading nor waiting makes a new one. */
export function openLeases(url: string, options: LeaseOptions = {}): Leases {
  const pool = openPool(url, 1, {
    ...options,
    application_name: 'trefoil leader',
    min: 1,
    isBounded: true,
    timeoutMs: LEASE_MS,
  })
  const lasting = `${LEASE_MS} milliseconds`
  return {
    async take(lock) {
      const { rows } = await pool.query<{ token: string | null }>({
        name: 'take',
        text: 'select take_lease($1, $2) as token',
        values: [lock, lasting],
      })
      const token = rows[0]?.token ?? null
      return token === null ? undefined : { lock, token }
    },
    async renew({ lock, token }) {
      const { rowCount } = await pool.query({
        name: 'renew',
        // Not while a process of the version before leads, which knows no leases.
        text: `update lease set until = clock_timestamp() + $3::interval where lock = $1 and token = $2
          and pg_try_advisory_xact_lock_shared(${LOCKS.space}, $1)`,
        values: [lock, token, lasting],
      })
      return rowCount === 1
    },
    async release({ lock, token }) {
      await pool.query('update lease set until = clock_timestamp() where lock = $1 and token = $2', [lock, token])
    },
    stop: () => pool.end(),
  }
}

export const isLeaseLost = (error: unknown): boolean => (error as { code?: string }).code === LOST

/** The same database, for a leader: each transaction begins by asserting the lease, and each statement that writes is in one. */
export function underLease(db: Database, lease: Lease): Database {
  const pool = poolOf(db)
  const asserting = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const leased: PostgresPool = {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      // Kysely recognises a connection by its object.
      const known = asserting.get(client) ?? {
        query: assertingLease(client, lease) as unknown as PostgresPoolClient['query'],
        release: (destroy) => client.release(destroy),
      }
      asserting.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: leased }) })
}

/** The same connection, for a leader. */
export const clientUnderLease = <Client extends pg.ClientBase>(client: Client, lease: Lease): Client =>
  new Proxy(client, {
    get(target, name) {
      if (name === 'query') return assertingLease(target, lease)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

/** One that only reads need not: it may have to read what another one sees, before it asks anything. */
const BEGINS = /^\s*(begin|start transaction)\b(?!.*\bread only\b)/is
/** A `select` that calls a function which writes has to be in a transaction. */
const MAY_WRITE = /^\s*(with|insert|update|delete|merge)\b/i

function assertingLease(client: pg.ClientBase, { lock, token }: Lease) {
  /** In one message with the beginning. */
  const begin = async (statement: string): Promise<pg.QueryResult> => {
    try {
      const results = await client.query(`${statement}; select assert_lease(${lock}, '${token}')`)
      return (results as unknown as pg.QueryResult[])[0] ?? results
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
  }
  return (query: string | pg.Submittable, values?: unknown[]): unknown => {
    if (typeof query !== 'string') return client.query(query)
    if (BEGINS.test(query)) return begin(query)
    if (client.getTransactionStatus() !== 'I' || !MAY_WRITE.test(query)) return client.query(query, values)
    return alone(query, values)
  }

  async function alone(query: string, values: unknown[] | undefined): Promise<pg.QueryResult> {
    await begin('begin')
    try {
      const result = await client.query(query, values)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
  }
}
