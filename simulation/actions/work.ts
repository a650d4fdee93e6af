import { Refusal } from '../../packages/core/src/refusal.ts'
import { ChainTrouble } from '../../apps/server/src/chain/chain.ts'
import { creditFinal } from '../../apps/server/src/deposits/credit.ts'
import { CursorMoved } from '../../apps/server/src/deposits/cursor.ts'
import { noteOthersStep } from '../../apps/server/src/deposits/note-others.ts'
import { scanStep } from '../../apps/server/src/deposits/scan.ts'
import { verifyNews } from '../../apps/server/src/ledger/verify-news.ts'
import { look } from '../../apps/server/src/payouts/sender.ts'
import { backfillStep } from '../../apps/server/src/reserves/backfill.ts'
import { reconcileReserves } from '../../apps/server/src/reserves/reconcile.ts'
import { reconcile } from '../../packages/core/src/reserves/reconciliation.ts'
import { must } from '../violation.ts'
import type { Server } from '../world/server.ts'
import { serverOf, type World } from '../world/world.ts'
import type { Action } from './action.ts'

/** What a worker may meet on a bad day, and waits for. */
export async function patiently(work: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ChainTrouble) return `chain ${error.kind}`
    if (error instanceof CursorMoved) return 'overtaken'
    if (isConnectionLost(error)) return 'connection lost'
    throw error
  }
}

/** Or given up by the database, because this machine was too slow. */
const isConnectionLost = (error: unknown): boolean =>
  (error instanceof Refusal && error.code === 'busy') ||
  /^(Connection terminated|Client has encountered a connection error)/.test((error as Error).message) ||
  /^(ECONNRESET|ECONNREFUSED|EPIPE|25P03|57014|57P0[1-3]|08...)$/.test((error as { code?: string }).code ?? '')

export const scanOnce = (world: World): Promise<boolean> => scanWith(serverOf(world))

export async function scanWith(server: Server): Promise<boolean> {
  const { more } = await scanStep(server)
  const credited = await creditFinal(server)
  return more || credited > 0
}

/** Sometimes by two servers at once, as when a leader is slow to notice that it is none any more. */
export const scanning: Action = {
  name: 'scan',
  weight: 14,
  async act(world) {
    const scan = () => patiently(async () => ((await scanOnce(world)) ? 'more' : 'at the head'))
    const [one, other] = await Promise.all(world.dice.chance(0.1) ? [scan(), scan()] : [scan()])
    return other === undefined ? one : `${one} and ${other}`
  },
}

export const paying: Action = {
  name: 'look',
  weight: 14,
  act: (world) => patiently(async () => (await look(serverOf(world).sending)).trouble ?? 'ok'),
}

export const noting: Action = {
  name: 'other transfers',
  weight: 1,
  act: (world) => patiently(async () => String((await noteOthersStep(serverOf(world))).left)),
}

export const verifying: Action = {
  name: 'verification',
  weight: 1,
  async act(world) {
    for (const { name, violations } of await verifyNews(serverOf(world).db))
      must(violations === 0, `an invariant is violated: ${name}`)
    return 'ok'
  },
}

/** What left and nobody booked is for two operators; what nobody can explain at all is a violation. */
export const reconciling: Action = {
  name: 'reconciliation',
  weight: 3,
  act: (world) =>
    patiently(async () => {
      const server = serverOf(world)
      while ((await backfillStep(server)).more);
      const found = await reconcileReserves(server)
      if (!found) return 'not yet'
      const { difference } = reconcile(found.figures)
      must(difference === 0n, `the reserves differ by ${difference} from what the books explain`)
      return found.figures.unbooked > 0n ? 'unbooked' : 'ok'
    }),
}

export const mining: Action = {
  name: 'block',
  weight: 12,
  async act({ chain, dice }) {
    await chain.mine(dice.between(1, 3))
    return 'mined'
  },
}
