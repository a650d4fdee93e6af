import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MemberId } from '@trefoil/core/ledger/account'
import { Refusal } from '@trefoil/core/refusal'
import pg from 'pg'
import { openPool, withOptions } from '../db/database.ts'
import type { AnyOrder, LedgerOperation } from './operation.ts'
import { OrderQueue } from './order-queue.ts'
import { BatchUndone, postBatch, type Outcome, type Placed } from './post-batch.ts'
import type { KnownProgramme } from './read-batch.ts'

/** Every change of money goes through this. */
export type Ledger = {
  /** Resolves once the operation is committed; rejects with its refusal. */
  post<Order extends AnyOrder, Reply extends object, Note>(
    operation: LedgerOperation<Order, Reply, Note>,
    order: Order,
  ): Promise<Reply>
  stop: () => Promise<void>
}

const ORDERS_PER_BATCH_MAX = 256

type Waiting = Placed & {
  readonly askedBy: MemberId | undefined
  resolve(reply: object): void
  reject(reason: unknown): void
}

/**
 * Orders that arrive while a batch is being posted form the next batch; a lone order is posted at once. One batch at a
 * time: a second one would only wait for the first one's lock, with fewer orders in it.
 */
export function openLedger(url: string, complain: (error: Error) => void = () => {}): Ledger {
  const pool = openPool(withOptions(url, PLANS), 1, { ...POOL, complain })
  const known: KnownProgramme = { latest: undefined }
  const waiting = new OrderQueue<Waiting>()
  let underWay: Promise<void> | undefined
  let isAwake = false
  const isUnderWay = () => underWay !== undefined

  /** In the next turn of the event loop, so that orders which arrive together share a batch. */
  function wake(): void {
    if (isAwake) return
    isAwake = true
    setImmediate(() => {
      isAwake = false
      start()
    })
  }

  function start(): void {
    if (waiting.isEmpty || isUnderWay()) return
    underWay = settle(waiting.take(ORDERS_PER_BATCH_MAX))
  }

  async function settle(orders: Waiting[]): Promise<void> {
    const outcomes = await postAll(orders)
    underWay = undefined
    // Start the next batch before answering, so that the database does not idle.
    start()
    if (isUnderWay()) await nextTurn()
    for (const [index, order] of orders.entries()) answer(order, outcomes[index])
  }

  async function postAll(orders: Waiting[]): Promise<Outcome[]> {
    try {
      return await postWith(orders)
    } catch (error) {
      const refusal = error instanceof BatchUndone ? error.cause : asBusy(error)
      if (!(error instanceof BatchUndone) || orders.length === 1) return orders.map(() => ({ refusal }))
    }
    // At least one order cannot be written. Halving finds it in few transactions, and only that one fails.
    const middle = Math.ceil(orders.length / 2)
    const first = await postAll(orders.slice(0, middle))
    return [...first, ...(await postAll(orders.slice(middle)))]
  }

  async function postWith(orders: Waiting[]): Promise<Outcome[]> {
    const client = await pool.connect()
    let failure: Error | undefined
    try {
      return await postBatch(client, known, orders)
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      // With an error, the pool discards the connection.
      client.release(failure)
    }
  }

  return {
    post: (operation, order) =>
      new Promise((resolve, reject) => {
        const askedBy = operation.askedBy?.(order)
        if (waiting.isFullFor(askedBy)) {
          reject(busy())
          return
        }
        waiting.push({ operation, order, askedBy, resolve, reject })
        wake()
      }),
    async stop() {
      while (!waiting.isEmpty || isUnderWay()) {
        start()
        await underWay
      }
      await pool.end()
    },
  }
}

/**
 * Each statement is planned once per connection and uses indexes. A plan made for empty tables must still be right for
 * a billion rows.
 */
const PLANS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

const BIGINT_OID = 20
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === BIGINT_OID ? BigInt : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

const POOL: pg.PoolConfig = { types, application_name: 'trefoil ledger' }

function answer(order: Waiting, outcome: Outcome | undefined): void {
  if (outcome && 'reply' in outcome) order.resolve(outcome.reply)
  else order.reject(outcome?.refusal)
}

/** A commit without an answer may have happened: sending the same key again finds out. */
const asBusy = (error: unknown): unknown => (isConnectionLost(error) ? busy(error) : error)

function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57|53|55)/.test(error.code ?? '')
  const { code, message } = error as NodeJS.ErrnoException
  return code !== undefined || /connect|not queryable|timeout/i.test(message)
}

const busy = (cause?: unknown): Refusal =>
  Object.assign(new Refusal('busy', 'We are busy. Please try again in a moment.'), cause ? { cause } : {})
