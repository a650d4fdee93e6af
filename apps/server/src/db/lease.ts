import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { assertingLease, type Lease } from './client-under-lease.ts'
import { LOCKS, openPool, poolOf, type Database } from './database.ts'
import type { Tables } from './tables.ts'

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

export const isLeaseLost = (error: unknown): boolean => (error as { code?: string } | undefined)?.code === LOST

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
