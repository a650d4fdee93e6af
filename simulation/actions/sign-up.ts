import { addMember } from '../world/installation.ts'
import { serverOf, somebody } from '../world/world.ts'
import type { Action } from './action.ts'

export const joining: Action = {
  name: 'sign-up',
  weight: 1,
  async act(world) {
    await addMember({ ...serverOf(world), owner: world.database.owner }, world.model, somebody(world))
    return 'joined'
  },
}
