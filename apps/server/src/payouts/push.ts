import { ChainTrouble, type BroadcastAdvice, type Chain, type Fees } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { attempt, send, type Attempt } from './attempt.ts'
import type { Unsettled } from './settle.ts'

/**
 * `stuckMs`: how long an accepted attempt may wait before its fee is raised. `resendMs`: how often it is sent again.
 */
export type Pace = { stuckMs: number; resendMs: number }

type PushContext = { db: Database; chain: Chain; pace: Pace }

/**
 * Sends what is not in the chain yet, by nonce, up to the first that no node takes. Returns what is wrong. The next
 * could not be included before it, and nodes do not count it as pending: if our records lost it, nobody would know of
 * it until a transaction of ours makes room for it.
 */
export async function pushWaiting(context: PushContext, open: readonly Unsettled[]): Promise<string | undefined> {
  for (const one of open) {
    const trouble = one.place === 'waiting' ? await push(context, one) : undefined
    if (trouble !== undefined) return trouble
  }
  return undefined
}

/** Sends, re-sends or raises the fee of a sending that is not in the chain yet. Returns what is wrong. */
async function push(context: PushContext, { sending, attempts }: Unsettled): Promise<string | undefined> {
  const { chain, pace } = context
  const newest = attempts[0]
  // No attempt is stored, so none was sent.
  if (!newest) return troubleIn(await attempt(context, sending, sending.fees))
  const isDue = newest.sentAgoMs === null || newest.sentAgoMs > pace.resendMs
  if (isTooCheap(newest, pace)) {
    const fees = await raisedFees(chain, newest)
    // Same nonce and payload, higher fee: at most one of them can be included.
    if (!(fees instanceof ChainTrouble)) return troubleIn(await attempt(context, sending, fees))
    if (isDue) await send(context, newest)
    return `Nonce ${sending.nonce} waits for a cheaper chain: ${fees.message}`
  }
  return troubleIn(isDue ? await send(context, newest) : newest.advice)
}

const troubleIn = (advice: BroadcastAdvice | null): string | undefined =>
  advice && (advice.outcome === 'no_funds' || advice.outcome === 'refused' || advice.outcome === 'silent')
    ? `A transaction could not be sent (${advice.outcome}): ${advice.detail}`
    : undefined

/**
 * A higher fee helps if a node has had it for long, or wants more; not if no node could be reached, or coins are short.
 */
const isTooCheap = ({ takenAgoMs, sentAgoMs, advice }: Attempt, { stuckMs, resendMs }: Pace): boolean =>
  advice?.outcome === 'underpriced'
    ? sentAgoMs !== null && sentAgoMs > resendMs
    : takenAgoMs !== null && takenAgoMs > stuckMs && troubleIn(advice) === undefined

/** Returns the trouble if they would exceed the limit. */
async function raisedFees(chain: Chain, { fees }: Attempt): Promise<Fees | ChainTrouble> {
  try {
    return await chain.fees(fees)
  } catch (error) {
    if (error instanceof ChainTrouble && error.kind === 'fees') return error
    throw error
  }
}
