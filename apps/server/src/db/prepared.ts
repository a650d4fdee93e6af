import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Each takes memory in every connection. Texts of variable shape must not add to them without end. */
const TEXTS_MAX = 300

/**
 * A pool for Kysely whose statements are prepared once per connection under a name, so that the database parses them
 * once. With `PLANNED_ONCE`, it also plans them once.
 */
export function preparing(pool: pg.Pool, textsMax = TEXTS_MAX): PostgresPool {
  const known = preparingPools.get(pool) ?? makePreparing(pool, textsMax)
  preparingPools.set(pool, known)
  return known
}

/** A connection knows a statement by its name, whoever prepared it. */
const preparingPools = new WeakMap<pg.Pool, PostgresPool>()

function makePreparing(pool: pg.Pool, textsMax: number): PostgresPool {
  const names = new StatementNames(textsMax)
  const prepared = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      // Kysely recognises a connection by its object.
      const known = prepared.get(client) ?? preparingClient(client, names)
      prepared.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

function preparingClient(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  const run = async (text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> => {
    const name = names.of(text)
    const values = [...parameters]
    if (name === undefined) return client.query(text, values)
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      if (!isOutdated(error)) throw error
      names.forget(text, name)
      // A transaction has failed as a whole. Whoever began it may begin it again.
      if (client.getTransactionStatus() !== 'I') throw error
      return run(text, parameters)
    }
  }
  // Cursors are the other kind of query that Kysely knows, if it is given a class for them.
  return { query: run as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}

/** The names of a pool's statements, the same in all of its connections. */
class StatementNames {
  readonly #textsMax: number
  readonly #names = new Map<string, string>()
  #given = 0

  constructor(textsMax: number) {
    this.#textsMax = textsMax
  }

  /** Undefined: to be sent without a name. */
  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= this.#textsMax || !IS_PLANNED.test(text)) return known
    const name = `s${++this.#given}`
    this.#names.set(text, name)
    return name
  }

  /** All are prepared again, under new names: what made one of them outdated may have changed the others. */
  forget(text: string, name: string): void {
    if (this.#names.get(text) === name) this.#names.clear()
  }
}

/** The others, such as `begin`, have no plan. */
const IS_PLANNED = /^\s*(?:select|with|insert|update|delete)\b/i

/** A migration changed the columns of a result. The database refuses that statement for the rest of the connection. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === FEATURE_NOT_SUPPORTED &&
  'routine' in error &&
  error.routine === 'RevalidateCachedQuery'

const FEATURE_NOT_SUPPORTED = '0A000'
