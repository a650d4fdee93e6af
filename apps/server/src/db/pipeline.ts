import type pg from 'pg'

/** A statement that is prepared once per connection. */
export type Statement = { readonly name: string; readonly text: string }

/** Other values go as text that PostgreSQL understands: arrays as in `columns.ts`, objects as JSON. */
export type Value = string | number | bigint | boolean | null

/** A statement's result. Empty until the pipeline is flushed. */
export type Answer<Row> = { readonly rows: readonly Row[]; readonly command: string | undefined }

/**
 * Sends statements together and reads their answers together: one message each way. Nothing runs after the first
 * failure. The connection must then be discarded, because its state is unknown.
 */
export class Pipeline {
  readonly #client: pg.ClientBase
  readonly #queued: QueuedStatement[] = []

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  send<Row>(statement: Statement, values: readonly Value[] = []): Answer<Row> {
    const answer = { rows: [], command: undefined }
    this.#queued.push({ statement, values, answer })
    return answer
  }

  flush(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#client.query(new PipelineQuery(this.#client, this.#queued, { resolve, reject }))
    })
  }
}

type QueuedStatement = {
  readonly statement: Statement
  readonly values: readonly Value[]
  readonly answer: { rows: object[]; command: string | undefined }
}

/** How to read a statement's rows. The database describes it once per connection. */
type Shape = { names: string[]; parsers: ((text: string) => unknown)[] }

const shapesOf = new WeakMap<pg.Connection, Map<string, Shape>>()

type Settle = { resolve: () => void; reject: (reason: Error) => void }

/** To `pg` the whole pipeline is one query, which calls these methods as messages arrive. */
class PipelineQuery implements pg.Submittable {
  readonly #client: pg.ClientBase
  readonly #queued: readonly QueuedStatement[]
  readonly #settle: Settle
  #shapes = new Map<string, Shape>()
  #at = 0

  constructor(client: pg.ClientBase, queued: readonly QueuedStatement[], settle: Settle) {
    this.#client = client
    this.#queued = queued
    this.#settle = settle
  }

  submit(connection: pg.Connection): void {
    this.#shapes = shapesOf.get(connection) ?? new Map()
    shapesOf.set(connection, this.#shapes)
    connection.stream.cork()
    for (const { statement, values } of this.#queued) {
      const isNew = !this.#shapes.has(statement.name)
      if (isNew) {
        this.#shapes.set(statement.name, { names: [], parsers: [] })
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
    const shape = this.#shape()
    shape.names = fields.map(({ name }) => name)
    shape.parsers = fields.map(({ dataTypeID }) => this.#client.getTypeParser(dataTypeID, 'text'))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { names, parsers } = this.#shape()
    const row: Record<string, unknown> = {}
    // Not `entries()`, which would allocate an array for each of thousands of fields a second.
    names.forEach((name, index) => {
      const text = fields[index] ?? null
      row[name] = text === null ? null : parsers[index]?.(text)
    })
    this.#queued[this.#at]?.answer.rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.#queued[this.#at]
    if (statement) statement.answer.command = text
    this.#at += 1
  }

  handleReadyForQuery(): void {
    this.#settle.resolve()
  }

  handleError(reason: Error): void {
    this.#settle.reject(reason)
  }

  #shape(): Shape {
    const shape = this.#shapes.get(this.#queued[this.#at]?.statement.name ?? '')
    if (!shape) throw new Error('A row arrived without a statement')
    return shape
  }
}

const textOf = (value: Value): string | null => (value === null ? null : String(value))
