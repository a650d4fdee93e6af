import type pg from 'pg'

/** A statement that is prepared once per connection. */
export type Statement = { readonly name: string; readonly text: string }

/** Other values go as text that PostgreSQL understands: arrays as in `columns.ts`, objects as JSON. */
export type Value = string | number | bigint | boolean | null

/** A statement's result. Empty until the pipeline is flushed. */
export type Result<Row> = { readonly rows: readonly Row[]; readonly command: string | undefined }

/**
 * Sends statements together and reads their results together: one message each way. Nothing runs after the first
 * failure. The connection must then be discarded, because its state is unknown.
 *
 * A pipeline that is flushed while another one is under way is sent right behind it. Without a `begin`, a pipeline is one
 * transaction: PostgreSQL commits at its end.
 *
 * Not `pg`'s own pipeline mode, which synchronises after every statement: see `docs/decisions/0020`.
 */
export class Pipeline {
  readonly #client: pg.ClientBase
  readonly #queued: QueuedStatement[] = []

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  send<Row>(statement: Statement, values: readonly Value[] = []): Result<Row> {
    const result = { rows: [], command: undefined }
    this.#queued.push({ statement, values, result })
    return result
  }

  flush(): Promise<void> {
    return new Promise((resolve, reject) => {
      const query = new PipelineQuery(this.#client, this.#queued, { resolve, reject })
      const inFront = busyConnections.get(this.#client)
      // `pg` would wait for the answer of the one in front.
      if (inFront) query.submit(inFront)
      this.#client.query(query)
    })
  }
}

/** Connections that wait for an answer. */
const busyConnections = new WeakMap<pg.ClientBase, pg.Connection>()

type QueuedStatement = {
  readonly statement: Statement
  readonly values: readonly Value[]
  readonly result: { rows: object[]; command: string | undefined }
}

/** How to read a statement's rows. Asked of the database once per connection. */
type RowDescription = {
  names: string[]
  parsers: ((text: string) => unknown)[]
  /** Every column, without its value. */
  blank: Record<string, unknown>
}

const descriptionsOf = new WeakMap<pg.Connection, Map<string, RowDescription>>()

type Settle = { resolve: () => void; reject: (reason: Error) => void }

/** To `pg` the whole pipeline is one query, which calls these methods as messages arrive. */
class PipelineQuery implements pg.Submittable {
  readonly #client: pg.ClientBase
  readonly #queued: readonly QueuedStatement[]
  readonly #settle: Settle
  #descriptions = new Map<string, RowDescription>()
  #current = 0
  #isSent = false

  constructor(client: pg.ClientBase, queued: readonly QueuedStatement[], settle: Settle) {
    this.#client = client
    this.#queued = queued
    this.#settle = settle
  }

  submit(connection: pg.Connection): void {
    busyConnections.set(this.#client, connection)
    if (this.#isSent) return
    this.#isSent = true
    this.#descriptions = descriptionsOf.get(connection) ?? new Map()
    descriptionsOf.set(connection, this.#descriptions)
    connection.stream.cork()
    for (const { statement, values } of this.#queued) {
      const isNew = !this.#descriptions.has(statement.name)
      if (isNew) {
        this.#descriptions.set(statement.name, { names: [], parsers: [], blank: {} })
        connection.parse({ ...statement, types: [] }, true)
      }
      connection.bind({ statement: statement.name, values: values.map(textOf) }, true)
      if (isNew) connection.describe({ type: 'P', name: '' }, true)
      connection.execute(null, true)
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const description = this.#description()
    description.names = fields.map(({ name }) => name)
    description.blank = Object.fromEntries(description.names.map((name) => [name, null]))
    description.parsers = fields.map(({ dataTypeID }) => this.#client.getTypeParser(dataTypeID, 'text'))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { names, parsers, blank } = this.#description()
    // A copy gets its room at once. An empty object would be given more again and again: twice the garbage.
    const row = { ...blank }
    // Not `entries()`, which would allocate an array for each of thousands of fields a second.
    names.forEach((name, index) => {
      const text = fields[index] ?? null
      row[name] = text === null ? null : parsers[index]?.(text)
    })
    this.#queued[this.#current]?.result.rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.#queued[this.#current]
    if (statement) statement.result.command = text
    this.#current += 1
  }

  handleReadyForQuery(): void {
    busyConnections.delete(this.#client)
    this.#settle.resolve()
  }

  handleError(reason: Error): void {
    busyConnections.delete(this.#client)
    this.#settle.reject(reason)
  }

  #description(): RowDescription {
    const description = this.#descriptions.get(this.#queued[this.#current]?.statement.name ?? '')
    if (!description) throw new Error('A row arrived without a statement')
    return description
  }
}

const textOf = (value: Value): string | null => (value === null ? null : String(value))
