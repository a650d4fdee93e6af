import { Refusal } from '../../packages/core/src/refusal.ts'
import { proposeReversal } from '../../apps/server/src/operator/propose-reversal.ts'
import type { Action } from './action.ts'
import { approve, propose, WHY } from './two-persons.ts'

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
    const isPending = model.intents.has(`${reference}/reversal`) && !original.isReversed
    if (isPending) return undefined
    const asked = { kind: 'reversal', reference, operationsBears } as const
    const id = await propose(world, asked, (context, first) => proposeReversal(context, first, body))
    if (id instanceof Refusal) return id.code
    if (dice.chance(0.6)) return approve(world, id)
    world.proposals.push(id)
    return 'proposed'
  },
}

export const deciding: Action = {
  name: 'second operator',
  weight: 2,
  async act(world) {
    const id = world.proposals.shift()
    return id === undefined ? undefined : approve(world, id)
  },
}
