import type pg from 'pg'
import { isDatabaseAway } from '../db/away.ts'
import type { Pool } from '../db/database.ts'
import { ASSUMED, lookUp, postAhead, type Ahead, type Prepared } from './ahead.ts'
import type { BatchLog } from './batch-log.ts'
import { asUnanswered, busy, haveBalancesChanged, isOwnFailure, isUndone } from './busy.ts'
import { Kept, type Head } from './kept.ts'
import type { Outcome } from './operation.ts'
import { isLockTaken } from './ledger-lock.ts'
import { OrderQueue, ORDERS_WAITING_MAX } from './order-queue.ts'
import { PosterConnection, withClient } from './poster-connection.ts'
import type { TailGuard } from './tail-guard.ts'
import { BatchUndone, canPost, postUnderLock } from './under-lock.ts'
import { answer, isPrepared, sortByOutcome, type Waiting } from './waiting.ts'

/** `othersMs`: for so long after another process has posted, nothing is decided ahead. */
export type Pace = { readonly othersMs: number }
type Parts = { pool: Pool; lookUpPool: Pool; pace: Pace; guard: TailGuard; batches: BatchLog }

const ORDERS_PER_BATCH_MAX = 256
/** No longer waited for: of more than these, some are looked up and posted while the others still arrive. */
const ORDERS_TOGETHER = 24
/** One that the database works on, and one that waits behind it. */
const BATCHES_AHEAD_MAX = 2
const TRIES_MAX = 3
const LEDGER_HAS_CHANGED = 'TF001'

/**
 * Orders are decided ahead and sent as one message (`ahead.ts`), or, if that cannot be or has failed, under the ledger's
 * lock in two (`under-lock.ts`). What is not at hand for those that arrive together is looked up together before, while
 * others are posted.
 */
export class Poster {
  readonly #connection: PosterConnection
  readonly #lookUpPool: Pool
  readonly #pace: Pace
  readonly #guard: TailGuard
  readonly #batches: BatchLog
  readonly #queue = new OrderQueue<Waiting>()
  readonly #kept = new Kept()
  #isAwake = false
  /** Orders of each batch that was decided ahead and is on its way. */
  readonly #ahead: number[] = []
  #isLookingUp = false
  /** A batch has failed, and those that were sent behind it fail with it: so many orders of it are back in the queue. */
  #returned: number | undefined
  #isLocked = false
  /** Until then another process is expected to post, too. */
  #othersUntil = 0
  #onIdle: (() => void) | undefined

  constructor({ pool, lookUpPool, pace, guard, batches }: Parts) {
    this.#connection = new PosterConnection(pool, () => this.#ahead.length === 0 && !this.#isLocked)
    this.#lookUpPool = lookUpPool
    this.#pace = pace
    this.#guard = guard
    this.#batches = batches
  }

  add(order: Waiting): void {
    if (this.#queue.isFullFor(order.askedBy)) {
      order.reject(busy())
      return
    }
    this.#queue.push(order)
    this.#wake()
  }

  async stop(): Promise<void> {
    if (!this.#isIdle)
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve
      })
    await Promise.all([this.#connection.close(), this.#lookUpPool.end()])
  }

  /** A batch is on its way, which ends in time, or the database would take one. */
  async isAlive(): Promise<boolean> {
    if (this.#isLocked || this.#ahead.length > 0) return true
    this.#isLocked = true
    try {
      return await canPost(await this.#connection.open())
    } catch (error) {
      this.#kept.forget()
      this.#connection.discard(error)
      if (isLockTaken(error)) await this.#connection.freeLock()
      return false
    } finally {
      this.#isLocked = false
      this.#goOn()
    }
  }

  get #isIdle(): boolean {
    return this.#queue.isEmpty && this.#ahead.length === 0 && !this.#isLocked && !this.#isLookingUp
  }

  /** Once a turn of the event loop brings no more, so that orders which arrive together are looked up together. */
  #wake(): void {
    if (this.#isAwake) return
    this.#isAwake = true
    this.#waitForMore(0)
  }

  #waitForMore(before: number): void {
    setImmediate(() => {
      const { unready } = this.#queue
      if (unready > before && unready < ORDERS_TOGETHER) return this.#waitForMore(unready)
      this.#isAwake = false
      this.#goOn()
    })
  }

  #goOn(): void {
    this.#lookUpArrived()
    this.#sendReady()
    if (this.#isIdle) this.#onIdle?.()
  }

  #lookUpArrived(): void {
    if (this.#isLookingUp) return
    const arrived = this.#queue.arrived(ORDERS_PER_BATCH_MAX)
    if (!this.#readyAhead()) {
      this.#queue.makeReady(arrived.length)
      return
    }
    const missing = arrived.findIndex(
      (order) => order.operation.isDecidedAhead && (order.isUnsure || !this.#kept.hasAllFor(order)),
    )
    const [atHand, rest] = missing < 0 ? [arrived, []] : [arrived.slice(0, missing), arrived.slice(missing)]
    for (const order of atHand) if (order.operation.isDecidedAhead) order.facts = ASSUMED
    this.#queue.makeReady(atHand.length)
    const ahead = rest.filter(({ operation }) => operation.isDecidedAhead)
    if (ahead.length > 0) void this.#lookUp(rest, ahead)
  }

  async #lookUp(arrived: readonly Waiting[], ahead: readonly Waiting[]): Promise<void> {
    this.#isLookingUp = true
    try {
      const facts = await withClient(this.#lookUpPool, (client) => lookUp(client, this.#kept, ahead))
      for (const order of ahead) order.facts = facts
    } catch (error) {
      // Without facts they are posted under the lock, and if the database cannot be reached that says so: at once, not
      // after waiting for a silent connection a second time.
      if (isDatabaseAway(error) && this.#ahead.length === 0 && !this.#isLocked) this.#connection.discard(error)
    }
    this.#isLookingUp = false
    this.#queue.makeReady(arrived.length)
    this.#goOn()
  }

  #sendReady(): void {
    for (let next = this.#queue.next; next && !this.#isLocked; next = this.#queue.next) {
      const at = next.facts && this.#readyAhead()
      if (at && this.#mayFollow()) this.#postAhead(at, this.#queue.take(ORDERS_PER_BATCH_MAX, isPrepared))
      else if (!at && this.#ahead.length === 0) void this.#postUnderLock(this.#queue.take(ORDERS_PER_BATCH_MAX))
      else return
    }
  }

  /**
   * A batch goes at once if none is on its way, and otherwise once it is half as large as the one in front: large batches
   * cost less, but neither the database nor this process should wait for the other.
   */
  #mayFollow(): boolean {
    const [inFront = 0] = this.#ahead
    return this.#ahead.length < BATCHES_AHEAD_MAX && 2 * this.#queue.ready >= inFront
  }

  /** What can be decided upon, if deciding ahead is possible now. */
  #readyAhead(): { client: pg.PoolClient; head: Head } | undefined {
    const { head } = this.#kept
    const { client } = this.#connection
    return head && client && performance.now() >= this.#othersUntil ? { client, head } : undefined
  }

  #postAhead({ client, head }: { client: pg.PoolClient; head: Head }, orders: Waiting[]): void {
    let ahead: Ahead
    try {
      ahead = postAhead(
        client,
        { kept: this.#kept, head, acknowledged: this.#guard.own },
        orders as (Waiting & Prepared)[],
      )
    } catch {
      // A fault in an operation. Nothing was sent; under the lock it is answered.
      this.#kept.forget()
      this.#askForLock(orders)
      return
    }
    const { outcomes } = ahead
    const { decided, certain, undecided, unsure } = sortByOutcome(orders, outcomes)
    for (const order of unsure) this.#queue.push(Object.assign(order, { facts: undefined, isUnsure: true as const }))
    this.#askForLock(undecided)
    void this.#settle(ahead, decided, certain)
    // Behind the others, those that are unsure are looked up.
    if (unsure.length > 0) this.#wake()
  }

  async #settle({ sent, touched, tail }: Ahead, orders: Waiting[], outcomes: Outcome[]): Promise<void> {
    const batch = { orders, since: performance.now(), connection: this.#connection.number, journal: tail?.journal }
    this.#ahead.push(orders.length)
    try {
      await sent
    } catch (error) {
      this.#ahead.shift()
      if (!isUndone(error)) this.#batches.failed(batch, error)
      this.#failedAhead({ orders, touched }, error)
      return
    }
    this.#ahead.shift()
    // Only now: a commit without an answer may not have happened.
    this.#guard.learn('own', tail)
    // Before answering, so that the database does not idle.
    this.#goOn()
    answer(orders, outcomes)
    this.#batches.ended(batch, outcomes)
  }

  #failedAhead({ orders, touched }: { orders: Waiting[]; touched: Ahead['touched'] }, error: unknown): void {
    const inFront = this.#returned
    // Unless another process has posted, rows that the batch did not touch are as true as before.
    this.#kept.forget(isOwnFailure(error) || (inFront !== undefined && isUndone(error)) ? touched : undefined)
    if (isUndone(error)) {
      const isOthers = error.code === LEDGER_HAS_CHANGED && inFront === undefined
      if (isOthers) this.#othersUntil = performance.now() + this.#pace.othersMs
      // Behind those that they were decided upon: they may spend what these bring.
      this.#askForLock(orders, inFront)
    } else for (const order of orders) order.reject(asUnanswered(error))
    // Others may be on their way on this connection.
    this.#returned = this.#ahead.length > 0 ? (inFront ?? 0) + (isUndone(error) ? orders.length : 0) : undefined
    if (this.#returned === undefined) this.#connection.discard(error)
    this.#goOn()
  }

  #askForLock(orders: Waiting[], behind = 0): void {
    for (const order of orders) order.facts = undefined
    this.#queue.putBack(orders, behind)
  }

  async #postUnderLock(orders: Waiting[]): Promise<void> {
    this.#isLocked = true
    const outcomes = await this.#postAll(orders)
    this.#isLocked = false
    this.#goOn()
    answer(orders, outcomes)
  }

  async #postAll(orders: Waiting[], tries = 1, since = performance.now()): Promise<(Outcome | undefined)[]> {
    try {
      return await this.#postWithClient(orders, since)
    } catch (error) {
      const refusal = asUnanswered(error instanceof BatchUndone ? error.cause : error)
      if (haveBalancesChanged(refusal) && tries < TRIES_MAX) return await this.#postAll(orders, tries + 1, since)
      if (isLockTaken(error) && tries < TRIES_MAX) {
        await this.#connection.freeLock()
        return await this.#postAll(orders, tries + 1, since)
      }
      const isOwnFault = error instanceof BatchUndone && !isDatabaseAway(error.cause)
      if (!isOwnFault || orders.length === 1) return this.#refuseAll({ orders, since }, refusal)
    }
    // At least one order cannot be written. Halving finds it in few transactions, and only that one fails.
    const middle = Math.ceil(orders.length / 2)
    const first = await this.#postAll(orders.slice(0, middle))
    return [...first, ...(await this.#postAll(orders.slice(middle)))]
  }

  async #postWithClient(orders: Waiting[], since: number): Promise<(Outcome | undefined)[]> {
    try {
      const client = await this.#connection.open().catch((error: unknown) => {
        this.#refuseReady(error)
        throw error
      })
      const { outcomes, tail } = await postUnderLock(
        client,
        { kept: this.#kept, acknowledged: this.#guard.own },
        orders,
      )
      this.#guard.learn('own', tail)
      const { number: connection } = this.#connection
      this.#batches.ended({ orders, since, connection, journal: tail?.journal }, outcomes)
      return outcomes
    } catch (error) {
      this.#kept.forget()
      this.#connection.discard(error)
      throw error
    }
  }

  #refuseAll(batch: { orders: Waiting[]; since: number }, refusal: unknown): Outcome[] {
    this.#batches.failed({ ...batch, connection: this.#connection.number }, refusal)
    return batch.orders.map(() => ({ refusal }))
  }

  /** The database cannot be reached: nobody has to wait until it is tried again for those before them. */
  #refuseReady(error: unknown): void {
    const orders = this.#queue.take(ORDERS_WAITING_MAX)
    answer(orders, this.#refuseAll({ orders, since: performance.now() }, asUnanswered(error)))
  }
}
