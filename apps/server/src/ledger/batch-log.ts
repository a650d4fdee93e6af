import type { Logger } from 'pino'
import { Unanswered } from '../db/away.ts'
import type { AnyOrder, Outcome } from './operation.ts'

/** A batch takes milliseconds. The kit's databases write down statements that take as long: `log_min_duration_statement`. */
const SLOW_MS = 1000
/** So many are named in a line, of at most 256 that it may be about. */
const REQUESTS_MAX = 50
/** A database that is away fails many batches. Requests that a line is left out for are still in the log of their own process. */
const LINES_PER_SECOND_MAX = 20

type Log = Pick<Logger, 'info' | 'warn' | 'isLevelEnabled'>
type Orders = readonly { readonly order: AnyOrder }[]
/** `connection`: the number of its process at the database, which the database's log has in each line. */
type Batch = { orders: Orders; since: number; connection: number | undefined; journal?: bigint | undefined }

type Outcomes = readonly (Outcome | undefined)[]

/**
 * Leads from a request to its journal, and from a batch that was slow or failed to the requests that it was made of,
 * whichever process took them.
 */
export class BatchLog {
  readonly #log: Log | undefined
  #second = 0
  #lines = 0

  constructor(log: Log | undefined) {
    this.#log = log
  }

  ended(batch: Batch, outcomes: Outcomes): void {
    if (this.#log?.isLevelEnabled('info')) {
      const traces = traced(batch.orders, outcomes)
      if (traces) this.#log.info(traces, 'posted')
    }
    if (performance.now() - batch.since >= SLOW_MS && this.#mayWrite())
      this.#log?.warn(describe(batch), 'a batch was slow')
  }

  failed(batch: Batch, error: unknown): void {
    if (batch.orders.length === 0 || !this.#mayWrite()) return
    const cause = error instanceof Unanswered ? error.cause : error
    const { message, code }: { message?: string; code?: string } = cause instanceof Error ? cause : {}
    // Not the whole error, whose details may show what was written.
    this.#log?.warn({ ...describe(batch), code, why: message }, 'a batch failed')
  }

  #mayWrite(): boolean {
    const second = Math.floor(performance.now() / 1000)
    if (second !== this.#second) this.#lines = 0
    this.#second = second
    this.#lines += 1
    return this.#lines <= LINES_PER_SECOND_MAX
  }
}

function describe({ orders, since, connection, journal }: Batch) {
  return {
    ms: Math.round(performance.now() - since),
    connection,
    journal: journal?.toString(),
    orders: orders.length,
    requests: orders.flatMap(({ order }) => requestOf(order) ?? []).slice(0, REQUESTS_MAX),
  }
}

const requestOf = ({ requestId, audit }: AnyOrder): string | undefined => requestId ?? audit?.requestId

/** One line for a batch: about two microseconds for each request in a large one, some fifty for a lone one. */
function traced(orders: Orders, outcomes: Outcomes) {
  const journals: Record<string, string> = {}
  const repeats: Record<string, string> = {}
  let isAny = false
  for (const [index, { order }] of orders.entries()) {
    const outcome = outcomes[index]
    const request = requestOf(order)
    if (request === undefined || !outcome || 'refusal' in outcome) continue
    if (outcome.journal !== undefined) journals[request] = outcome.journal.toString()
    else if (order.key) repeats[request] = order.key.key
    else continue
    isAny = true
  }
  return isAny ? { journals, ...(Object.keys(repeats).length > 0 && { repeats }) } : undefined
}
