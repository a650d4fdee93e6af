import type { Socket } from 'node:net'
import pg from 'pg'

/** So long a database may take for an answer before it counts as gone, unless `DATABASE_TIMEOUT_SECONDS` says otherwise. */
export const TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 5000
const CLOSE_TIMEOUT_MS = 1000
const KEEP_ALIVE_MS = 10_000
/** Time to read what has arrived while this process was busy or paused. */
const READ_MS = 100

/**
 * What the server's end of a connection does to notice that this one is gone, so that nothing stays locked for it. Node
 * asks for signs of life every second, after the first.
 */
export const SERVER_END = {
  client_connection_check_interval: '2s',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '5',
  tcp_user_timeout: '20s',
}

/** The same URL, with settings for its connections. */
export function withOptions(address: string, options: Record<string, string>): string {
  const url = new URL(address)
  const flags = Object.entries(options).map(([name, value]) => `-c ${name}=${value}`)
  url.searchParams.set('options', [url.searchParams.get('options') ?? '', ...flags].join(' ').trim())
  return url.href
}

/** Where PostgreSQL may compile statements, it took 200 ms for a batch that is written in two. */
const NOT_COMPILED = { jit: 'off' }

/** For every connection: it is made in time or not at all, and each end notices when the other is gone. */
export const connectionTo = (url: string) => ({
  connectionString: withOptions(url, { ...SERVER_END, ...NOT_COMPILED }),
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
})

/** With its own limit. */
export class ConnectingClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  }
}

type ClientOptions = Pick<pg.ClientConfig, 'statement_timeout' | 'idle_in_transaction_session_timeout'> & {
  /** As the database lists it. */
  name: string
  timeoutMs?: number
}

/** A connection for one purpose, besides those of the pools. `lost` is called once if it ends by itself. */
export async function openClient(
  url: string,
  { name, timeoutMs = TIMEOUT_MS, ...limits }: ClientOptions,
  lost: (error?: Error) => void = () => {},
): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionTo(url), application_name: name, ...limits })
  client.on('error', lost)
  await client.connect()
  client.on('end', () => lost())
  endWhenSilent(client, { silentMs: timeoutMs, isAtWork: asksServer(url) })
  return client
}

/** In time, even if the server does not answer any more. */
export async function closeClient(client: pg.Client): Promise<void> {
  const late = setTimeout(() => client.connection.stream.destroy(), CLOSE_TIMEOUT_MS)
  await client.end().catch(() => {})
  clearTimeout(late)
}

/** Nothing came back in time. What was asked for may have been done. */
class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT'
  /** As an error of the network: one sentence says it all. */
  readonly syscall = 'read'
}

type Silence = {
  silentMs: number
  /** For connections whose statements may take longer: whether the server is still at it. */
  isAtWork?: ((serverProcess: number | null) => Promise<boolean>) | undefined
}

/** What `pg` has, and its types lack. */
type Watched = {
  readonly connection: { readonly stream: Socket }
  readonly processID: number | null
  readonly readyForQuery: boolean
}

/** Ends a connection that owes an answer and has been silent for so long. Whoever waits for it gets an error. */
export function endWhenSilent(given: pg.ClientBase, { silentMs, isAtWork }: Silence): void {
  const client = given as unknown as Watched
  const { stream } = client.connection
  const look = async (bytesRead: number) => {
    const isSilent = () => !client.readyForQuery && !stream.destroyed && stream.bytesRead === bytesRead
    if (!isSilent()) return
    const isBusy = await isAtWork?.(client.processID)
    if (!isSilent()) return
    if (isBusy) stream.setTimeout(silentMs)
    else stream.destroy(new DatabaseSilent(`The database has not answered for ${silentMs} ms`))
  }
  // Sent and received bytes put it off, at no cost.
  stream.setTimeout(silentMs)
  stream.on('timeout', () => {
    const { bytesRead } = stream
    if (!client.readyForQuery) setTimeout(() => void look(bytesRead), READ_MS).unref()
  })
}

/** Asks on a new connection. If the URL leads to another server by now, that one knows of nothing. */
export const asksServer =
  (url: string) =>
  async (serverProcess: number | null): Promise<boolean> => {
    const config = { ...connectionTo(url), application_name: 'trefoil look', query_timeout: CONNECT_TIMEOUT_MS }
    const client = new pg.Client(config)
    client.on('error', () => {})
    try {
      await client.connect()
      const { rowCount } = await client.query(`select from pg_stat_activity where pid = $1 and state = 'active'`, [
        serverProcess,
      ])
      return rowCount === 1
    } catch {
      return false
    } finally {
      await closeClient(client)
    }
  }

/** A transaction as a whole, where the server can limit one (from version 17 on). */
export async function limitTransactions(client: pg.ClientBase, milliseconds: number): Promise<void> {
  await client.query(
    `select set_config('transaction_timeout', $1, false) where current_setting('transaction_timeout', true) is not null`,
    [String(milliseconds)],
  )
}
