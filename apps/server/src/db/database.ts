import { createHmac } from 'node:crypto'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import {
  asksServer,
  ConnectingClient,
  connectionTo,
  endWhenSilent,
  limitTransactions,
  TIMEOUT_MS,
  withOptions,
} from './connection.ts'
import { preparing } from './prepared.ts'
import type { Tables } from './tables.ts'

export type Pool = pg.Pool
export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>

/** For reads that work inside and outside a transaction. */
export type Reader = Database | Tx

/** Advisory locks, all in one key space so that they do not collide with others. Migrations use them, too. */
export const LOCKS = {
  space: 1953654118,
  migration: 1,
  ledger: 2,
  network: 3,
  seed: 4,
  scanner: 5,
  localChain: 6,
  verification: 7,
  switches: 8,
  reserves: 9,
  /** Held to close a member's accounts, shared to make deposits final. */
  closing: 10,
  verificationOfNews: 11,
  poster: 12,
  proofLog: 13,
  epochs: 14,
  facts: 15,
  verificationOfLog: 16,
  clearing: 17,
  senders: 1_000_000,
  /** A key space of its own: one lock for each account. */
  exports: 1953654119,
  statements: 1953654120,
  trial: 1953654121,
  /** Shared by a leader's transactions, held to take its lease. */
  leases: 1953654122,
  /** One lock for each account, to take a slot for a live stream. */
  streams: 1953654123,
} as const

/**
 * The application's login and role, which cannot change what must never change. Only migrations run as the tables'
 * owner.
 */
export const APPLICATION = 'trefoil_app'

/** The application's URL of an embedded server. */
export function asApplication(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  if (url.username === APPLICATION) return ownerUrl
  url.password = applicationPassword(url.password)
  url.username = APPLICATION
  return url.href
}

/** Follows from the owner's, so that an embedded server needs one file, and does not lead back to it. */
export const applicationPassword = (ownerPassword: string): string =>
  createHmac('sha256', ownerPassword).update(APPLICATION).digest('hex')

/** Read-only: the database itself refuses writes. */
export const asReader = (applicationUrl: string): string =>
  withOptions(applicationUrl, { default_transaction_read_only: 'on' })

/**
 * What a member waits for: each statement is planned once per connection, whatever its values, and finds rows by their
 * keys. A plan made for empty tables must still be right for a billion rows. Only with `openPreparedDatabase`: what has
 * no name is planned again each time, and no better.
 */
export const asPlannedOnce = (applicationUrl: string): string => withOptions(applicationUrl, PLANNED_ONCE)

export const PLANNED_ONCE = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

const IDLE_MS = 5 * 60_000
/** The server gives up first, the statement before the transaction, so that the connection is still good afterwards. */
const SERVER_FIRST_MS = 1000

/** A new connection is made in time, but one that others use may be waited for: the pool has one limit for both. */
const PATIENT = { connectionTimeoutMillis: 0, Client: ConnectingClient }

type PoolOptions = pg.PoolConfig & {
  /** Called when an idle connection is lost. */
  complain?: (error: Error) => void
  timeoutMs?: number
  /** Whether somebody waits: then nothing takes longer than `timeoutMs`. Otherwise, statements go on while the server works. */
  isBounded?: boolean
  /** Each new connection passes it before it is used. */
  onNew?: ((client: pg.ClientBase) => Promise<void>) | undefined
}

export function openPool(
  url: string,
  size: number,
  { complain = () => {}, timeoutMs = TIMEOUT_MS, isBounded = false, onNew, ...changes }: PoolOptions = {},
): Pool {
  const silence = isBounded
    ? { silentMs: timeoutMs + SERVER_FIRST_MS }
    : { silentMs: timeoutMs, isAtWork: asksServer(url) }
  const pool = new pg.Pool({
    ...connectionTo(url),
    ...(!isBounded && PATIENT),
    max: size,
    // Longer than a minute, after which most timers come round.
    idleTimeoutMillis: IDLE_MS,
    application_name: 'trefoil',
    // A transaction whose process died must not block others.
    idle_in_transaction_session_timeout: 5000,
    statement_timeout: isBounded ? timeoutMs : 30_000,
    // oxlint-disable-next-line no-misused-promises -- the types do not know that it is waited for
    onConnect: async (client) => {
      endWhenSilent(client, silence)
      if (isBounded) await limitTransactions(client, timeoutMs + SERVER_FIRST_MS / 2)
      await onNew?.(client)
    },
    ...changes,
  })
  // The pool replaces a closed idle connection at the next use. Without a listener, the error would end the process.
  pool.on('error', complain)
  // The same for a connection in use: its user sees the error in the next query.
  pool.on('connect', (client) => client.on('error', complain))
  return pool
}

/** For statements whose best plan depends on their values: reports, checks, the worker's steps over many rows. */
export function openDatabase(pool: Pool): Database {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Database, Pool>()

/** Of a database opened above. */
export function poolOf(db: Database): Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('This database was not opened by openDatabase')
  return pool
}

/** Those connections that a lone member needs at once stay open, with the plans that they keep. */
export const MEMBERS_POOL = { application_name: 'trefoil members', min: 4, isBounded: true }

/** The worker's. */
export const BACKGROUND_POOL = { application_name: 'trefoil background' }

/** For statements that run often and find few rows by their keys. */
export const openPreparedDatabase = (pool: Pool): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
