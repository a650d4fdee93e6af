import type { Socket } from 'node:net'
import type pg from 'pg'

/** A statement that is prepared once per connection. */
export type Statement = { readonly name: string; readonly text: string }

/**
 * Statements that leave together, without waiting for one another's answers. The connection must be in pipeline
 * mode. Nothing is known to have worked before `land`.
 */
export class Flight {
  readonly #client: pg.ClientBase
  readonly #answers: Promise<pg.QueryResult>[] = []

  constructor(client: pg.ClientBase) {
    this.#client = client
    // One system call for all of them.
    this.#stream.cork()
  }

  get #stream(): Socket {
    return (this.#client as pg.ClientBase & { connection: { stream: Socket } }).connection.stream
  }

  send<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<pg.QueryResult<Row>> {
    const answer = this.#client.query<Row>({ ...statement, values: [...values] })
    // Each failure is told by `land`; here it must only not be taken for one that nobody handles.
    answer.catch(() => {})
    this.#answers.push(answer)
    return answer
  }

  /** Waits for all of them. Throws the first failure: those after it only say that the transaction is void. */
  async land(): Promise<void> {
    this.#stream.uncork()
    const settled = await Promise.allSettled(this.#answers)
    for (const answer of settled) if (answer.status === 'rejected') throw answer.reason
  }
}
