import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type Pool = pg.Pool
export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>

/** Either: for reads that are as right inside a transaction as outside. */
export type Reader = Database | Tx

/** Advisory locks of this database, all under one number so that they meet nobody else's. Also used in migrations. */
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
  senders: 1_000_000,
} as const

/**
 * The application works as the role `trefoil_app`, which may do less than the owner of the tables: what must never
 * change cannot be changed by it. The owner's connection is for migrations.
 */
export const asApplication = (ownerUrl: string): string => withOptions(ownerUrl, { role: 'trefoil_app' })

/** For those who may look and not touch: the database itself refuses what they would write. */
export const asReader = (applicationUrl: string): string =>
  withOptions(applicationUrl, { default_transaction_read_only: 'on' })

/** The same address, whose connections start with these settings. */
export function withOptions(address: string, options: Record<string, string>): string {
  const url = new URL(address)
  const flags = Object.entries(options).map(([name, value]) => `-c ${name}=${value}`)
  url.searchParams.set('options', [url.searchParams.get('options') ?? '', ...flags].join(' ').trim())
  return url.href
}

/** `complain` hears of connections that were lost while nobody used them. */
export function openPool(
  url: string,
  size: number,
  { complain = () => {}, ...changes }: pg.PoolConfig & { complain?: (error: Error) => void } = {},
): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: 'trefoil',
    // A transaction that lost its process must not keep others waiting.
    idle_in_transaction_session_timeout: 5000,
    statement_timeout: 30_000,
    ...changes,
  })
  // An idle connection that the server closed is replaced at the next use; without a listener it would end the process.
  pool.on('error', complain)
  // The same for one that is taken: whoever has it learns of the loss from the next query.
  pool.on('connect', (client) => client.on('error', complain))
  return pool
}

export const openDatabase = (pool: Pool): Database => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
