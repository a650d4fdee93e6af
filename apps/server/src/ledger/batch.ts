import pg from 'pg'
import type { Logger } from 'pino'
import { withOptions } from '../db/connection.ts'
import { openPool, type Pool } from '../db/database.ts'
import { BatchLog } from './batch-log.ts'
import { LOCK_TIMEOUT_MS } from './ledger-lock.ts'
import type { AnyOrder, LedgerOperation } from './operation.ts'
import { Poster, type Pace } from './poster.ts'
import { TailGuard } from './tail-guard.ts'

/** Every change of money goes through this. */
export type Ledger = {
  /** Resolves once the operation is committed; rejects with its refusal. */
  post<Order extends AnyOrder, Reply extends object, Note>(
    operation: LedgerOperation<Order, Reply, Note>,
    order: Order,
  ): Promise<Reply>
  /** Whether an order could be posted now. */
  isAlive: () => Promise<boolean>
  stop: () => Promise<void>
}

type PoolOptions = {
  complain?: (error: Error) => void
  timeoutMs?: number
  /** Besides what the guard looks at. */
  onNew?: (client: pg.ClientBase) => Promise<void>
}
type Options = PoolOptions & {
  pace?: Pace
  guard?: TailGuard
  /** Is told which journals requests led to, and of batches that are slow or fail. */
  log?: Logger
}

export function openLedger(
  url: string,
  { pace = { othersMs: 1000 }, guard = new TailGuard(), log, ...options }: Options = {},
): Ledger {
  const poster = new Poster({
    pool: openLedgerPool(url, 'trefoil ledger', { ...options, onNew: guard.check }),
    lookUpPool: openLedgerPool(url, 'trefoil ledger look-ups', options),
    pace,
    guard,
    batches: new BatchLog(log),
  })
  return {
    post: (operation, order) =>
      new Promise((resolve, reject) => {
        const askedBy = operation.askedBy?.(order)
        poster.add({ operation, order, touched: operation.touches(order), askedBy, resolve, reject })
      }),
    isAlive: () => poster.isAlive(),
    stop: () => poster.stop(),
  }
}

/** One connection, which reads bigints. */
export const openLedgerPool = (url: string, name: string, options: PoolOptions = {}): Pool =>
  openPool(withOptions(url, PLANS), 1, {
    ...options,
    types,
    isBounded: true,
    lock_timeout: LOCK_TIMEOUT_MS,
    application_name: name,
  })

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
