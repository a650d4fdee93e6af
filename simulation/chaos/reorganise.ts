import type { Action } from '../actions/action.ts'
import { FINALITY } from '../world/world.ts'

/** The last blocks are replaced. What was in them comes later, or never. */
export const reorganising: Action = {
  name: 'reorganisation',
  weight: 6,
  async act({ chain, dice }) {
    const depth = dice.between(1, FINALITY)
    const include = dice.chance(0.6) ? 'all' : 'none'
    await chain.reorganise({ depth, include, after: dice.below(depth + 1) })
    return `${depth} deep, ${include} come again`
  },
}
