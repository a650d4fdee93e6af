import { reconcile, reserveTrouble } from '@trefoil/core/reserves/reconciliation'
import type { Logger } from 'pino'
import { ChainTrouble, type Chain } from '../chain/chain.ts'
import { LOCKS, type Database } from '../db/database.ts'
import { repeatWhileLeading, type Step } from '../db/leader-loop.ts'
import { runAsLeader } from '../db/leader.ts'
import type { Leases } from '../db/lease.ts'
import { workerHealth, type Health } from '../db/worker-status.ts'
import { backfillStep } from './backfill.ts'
import { reconcileReserves } from './reconcile.ts'

const EVERY_MS = 60_000
/** So that nothing waits longer than it has to once it is mended. */
const IN_TROUBLE_EVERY_MS = 5000

export type ReconcilerContext = { db: Database; chain: Chain; log: Logger; leases: Leases }

/** Reads the history of treasury and vault, then compares them with the books every minute: in one process of all. */
export const startReconciler = (context: ReconcilerContext): { stop(): Promise<void> } =>
  runAsLeader(context, LOCKS.reserves, async (leadership) => {
    const own = { ...context, db: leadership.db }
    let nextAt = 0
    let last: Step = { more: false, figures: {} }
    await repeatWhileLeading(own, leadership, {
      name: 'reserves',
      complaint: 'the reserves are not explained',
      isPassing: (error) => error instanceof ChainTrouble && error.kind === 'missing',
      async take() {
        const { left, more } = await backfillStep(own)
        if (left > 0n) return { more, figures: { left: Number(left) } }
        if (Date.now() < nextAt) return last
        last = await compare(own)
        nextAt = Date.now() + pauseAfter(last)
        return last
      },
    })
  })

/** Before the first comparison nothing is paid: it is made as soon as the chain was read. */
function pauseAfter({ trouble, figures }: Step): number {
  if (trouble !== undefined) return IN_TROUBLE_EVERY_MS
  return 'block' in figures ? EVERY_MS : 0
}

async function compare(context: ReconcilerContext): Promise<Step> {
  const found = await reconcileReserves(context)
  if (!found) return { more: false, figures: {} }
  const { decimals } = context.chain
  const { heldInAll } = reconcile(found.figures)
  return {
    more: false,
    figures: { block: Number(found.at), held: Number(heldInAll / 10n ** BigInt(decimals)) },
    trouble: reserveTrouble(found.figures, decimals),
  }
}

/** One line for the health page. */
export const reservesHealth = (db: Database): Promise<Health> =>
  workerHealth(db, 'reserves', ({ left = 0, block, held = 0 }) => {
    if (left > 0) return `ok, ${left} older blocks are still to be read`
    return block === undefined ? 'ok, not compared yet' : `ok, $${held} explained at block ${block}`
  })
