import { Refusal } from '../../packages/core/src/refusal.ts'
import { approveProposal, rejectProposal } from '../../apps/server/src/operator/decide-proposal.ts'
import type { Actor, OperatorContext } from '../../apps/server/src/operator/context.ts'
import type { ProposalView } from '../../apps/server/src/operator/proposals.ts'
import type { Asked } from '../model/model.ts'
import { serverOf, type World } from '../world/world.ts'

export const WHY = 'Because the simulation says so'

type Propose = (context: OperatorContext, first: Actor) => Promise<ProposalView>

/** One proposes. `asked`: what it would do to money. */
export async function propose(world: World, asked: Asked | undefined, open: Propose): Promise<number | Refusal> {
  try {
    const { id } = await open(serverOf(world).console, world.operators[0])
    const reference = asked?.kind === 'reversal' ? `${asked.reference}/reversal` : `proposal-${id}`
    if (asked) world.model.intents.set(reference, { asked, isRefused: false, isAnswered: false, effects: 0 })
    return id
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** The other approves. What is refused has changed nothing, and is rejected. */
export async function approve(world: World, id: number): Promise<string> {
  const [, second] = world.operators
  try {
    await approveProposal(serverOf(world).console, second, { id, why: WHY })
    return 'approved'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'busy') return 'busy'
    await rejectProposal(serverOf(world).console, second, { id, why: WHY }).catch(passIfDecided)
    return error.code
  }
}

function passIfDecided(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}

export async function agree(world: World, asked: Asked | undefined, open: Propose): Promise<string> {
  const id = await propose(world, asked, open)
  return id instanceof Refusal ? id.code : approve(world, id)
}
