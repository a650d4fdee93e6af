import { Refusal } from '../../packages/core/src/refusal.ts'
import { proposeReversal } from '../../apps/server/src/operator/propose-reversal.ts'
import { requireReason } from '../submit.ts'
import type { Action } from './action.ts'
import { approve, propose, said, WHY } from './two-persons.ts'

/** Of something recent. The second operator may decide at once, or later, when it may no longer be possible. */
export const reversing: Action = {
  name: 'reversal',
  weight: 4,
  async act(world) {
    const { model, dice } = world
    const recent = [...model.posted].slice(-25).filter(([, { isReversed }]) => !isReversed || dice.chance(0.1))
    const [reference, original] = dice.pick(recent) ?? []
    if (reference === undefined || !original) return undefined
    const operationsBears = dice.chance(0.5)
    const body = { journal: Number(original.journal), operations_bears: operationsBears, why: WHY }
    const earlier = model.intents.get(`${reference}/reversal`)
    const isPending = earlier !== undefined && !earlier.isRefused && !original.isReversed
    if (isPending) return undefined
    const asked = { kind: 'reversal', reference, operationsBears } as const
    const proposal = await propose(world, asked, (context, first) => proposeReversal(context, first, body))
    const isLater = !(proposal instanceof Refusal) && dice.chance(0.4)
    if (isLater) {
      world.proposals.push(proposal)
      return 'proposed'
    }
    const answer = proposal instanceof Refusal ? proposal : await approve(world, proposal)
    if (answer instanceof Refusal && answer.code !== 'busy') await requireReason(world, asked, answer)
    return said(answer)
  },
}

export const deciding: Action = {
  name: 'second operator',
  weight: 2,
  async act(world) {
    const proposal = world.proposals.shift()
    return proposal && said(await approve(world, proposal))
  },
}
