import type pg from 'pg'
import type { Pool } from '../db/database.ts'
import { freeAbandonedLock } from './ledger-lock.ts'

/** The connection that posts. It is kept between batches, and discarded after a failure, because its state is unknown. */
export class PosterConnection {
  readonly #pool: Pool
  readonly #isIdle: () => boolean
  #client: pg.PoolClient | undefined
  #number: number | undefined

  /** `isIdle`: whether no batch is on its way. */
  constructor(pool: Pool, isIdle: () => boolean) {
    this.#pool = pool
    this.#isIdle = isIdle
  }

  /** Undefined: there is none yet, or none any more. */
  get client(): pg.PoolClient | undefined {
    return this.#client
  }

  /** Of its process at the database, also of one that is gone since. */
  get number(): number | undefined {
    return this.#number
  }

  async open(): Promise<pg.PoolClient> {
    if (this.#client) return this.#client
    this.#number = undefined
    const client = await this.#pool.connect()
    this.#number = (client as { processID?: number }).processID
    // The database ended it between two batches: the next one finds another.
    client.once('error', (error) => {
      if (client === this.#client && this.#isIdle()) this.discard(error)
    })
    this.#client = client
    return client
  }

  discard(error: unknown): void {
    this.#release(error instanceof Error ? error : true)
  }

  async freeLock(): Promise<void> {
    try {
      await freeAbandonedLock(await this.open())
    } catch (error) {
      this.discard(error)
    }
  }

  async close(): Promise<void> {
    this.#release()
    await this.#pool.end()
  }

  /** Once only: the pool would throw at the second time, and a lost connection can tell so late. */
  #release(reason?: Error | true): void {
    const client = this.#client
    this.#client = undefined
    client?.release(reason)
  }
}

export async function withClient<Result>(pool: Pool, act: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    return await act(client)
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // With an error, the pool discards the connection.
    client.release(failure)
  }
}
