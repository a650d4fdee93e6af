import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../packages/core/src/refusal.ts'
import type { AnyOrder, LedgerOperation } from '../apps/server/src/ledger/operation.ts'
import type { Asked, Intent } from './model/model.ts'
import { refusalOf } from './model/refusal.ts'
import { observe } from './observe/observe.ts'
import { must, Violation } from './violation.ts'
import { serverOf, type World } from './world/world.ts'

const TRIES_MAX = 200
const PAUSE_MS = 10

type Request<Order extends AnyOrder, Reply extends object, Note> = {
  asked: Asked
  operation: LedgerOperation<Order, Reply, Note>
  /** A new order for every try, under the same key. */
  order: (key: string) => Order | Promise<Order>
  /** Nothing else happens meanwhile, so that the model knows the answer. */
  isAlone: boolean
}

/**
 * As a member's browser does it: sent to any server, and while nobody answers sent again under the same key. Returns the
 * refusal, if it was refused.
 */
export async function submit<Order extends AnyOrder & { reference: string }, Reply extends object, Note>(
  world: World,
  { asked, operation, order, isAlone }: Request<Order, Reply, Note>,
): Promise<Refusal | undefined> {
  const key = `simulated-${(world.keys += 1)}`
  const intent: Intent = { asked, isRefused: false, isAnswered: false, effects: 0 }
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const made = await order(key)
    world.model.intents.set(made.reference, intent)
    try {
      await serverOf(world).ledger.post(operation, made)
      intent.isAnswered = true
      if (isAlone) must(!(await isBeingRestored(world)), `a ${asked.kind} was done before the chain was read`)
      return undefined
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'busy' && error.detail?.name !== 'records_being_restored') {
        await sleep(tries * PAUSE_MS)
        continue
      }
      // An earlier try may have been posted without an answer: then the key would have told.
      intent.isRefused = true
      if (isAlone) await requireReason(world, asked, error)
      return error
    }
  }
  throw new Violation(`nobody answered ${key} in ${TRIES_MAX} tries`)
}

/** By members, who spend nothing that may have been paid to them already. */
const MEMBER_ORDERS: ReadonlySet<Asked['kind']> = new Set(['transfer', 'donation', 'withdrawal'])

async function isBeingRestored({ database }: World): Promise<boolean> {
  const { rowCount } = await database.owner.query(`select from recovery where ended_at is null and (read_at is null
    or until_block > (select max(final) from scan))`)
  return rowCount !== 0
}

/** What is posted without a reason is found in the books; what is refused without one, only here. */
export async function requireReason(world: World, asked: Asked, { code, message }: Refusal): Promise<void> {
  await observe(world)
  const waits = MEMBER_ORDERS.has(asked.kind) && (await isBeingRestored(world))
  const should = waits ? 'busy' : (refusalOf(world.model, asked) ?? 'done')
  must(code === should, `a ${asked.kind} was refused (${code}: ${message}), and should have been ${should}`)
}
