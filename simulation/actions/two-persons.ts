import { Refusal } from '../../packages/core/src/refusal.ts'
import { approveProposal, rejectProposal } from '../../apps/server/src/operator/decide-proposal.ts'
import type { Actor, OperatorContext } from '../../apps/server/src/operator/context.ts'
import type { ProposalView } from '../../apps/server/src/operator/proposals.ts'
import type { Asked, Intent } from '../model/model.ts'
import { serverOf, type Proposal, type World } from '../world/world.ts'

export const WHY = 'Because the simulation says so'

type Propose = (context: OperatorContext, first: Actor) => Promise<ProposalView>

/** One proposes. `asked`: what it would do to money. */
export async function propose(world: World, asked: Asked | undefined, open: Propose): Promise<Proposal | Refusal> {
  try {
    const { id } = await open(serverOf(world).console, world.operators[0])
    if (!asked) return { id }
    const intent: Intent = { asked, isRefused: false, isAnswered: false, effects: 0 }
    world.model.intents.set(asked.kind === 'reversal' ? `${asked.reference}/reversal` : `proposal-${id}`, intent)
    return { id, intent }
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** The other approves. What is refused has changed nothing, and is rejected; what nobody answered waits. */
export async function approve(world: World, proposal: Proposal): Promise<'approved' | Refusal> {
  const [, second] = world.operators
  const { id, intent } = proposal
  try {
    await approveProposal(serverOf(world).console, second, { id, why: WHY })
    if (intent) intent.isAnswered = true
    return 'approved'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'busy') world.proposals.push(proposal)
    else await reject(world, proposal)
    return error
  }
}

/** Unless it was decided: an approval that nobody answered may have been carried out. */
async function reject(world: World, { id, intent }: Proposal): Promise<void> {
  try {
    await rejectProposal(serverOf(world).console, world.operators[1], { id, why: WHY })
    if (intent) intent.isRefused = true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** Both at once. */
export async function agree(world: World, asked: Asked | undefined, open: Propose): Promise<'approved' | Refusal> {
  const proposal = await propose(world, asked, open)
  return proposal instanceof Refusal ? proposal : approve(world, proposal)
}

export const said = (answer: 'approved' | Refusal): string =>
  answer instanceof Refusal ? `${answer.code}: ${answer.message}` : answer
