import type { Action } from '../actions/action.ts'
import { patiently } from '../actions/work.ts'
import { look } from '../../apps/server/src/payouts/sender.ts'
import { serverOf } from '../world/world.ts'

/** No block takes our transactions for a while, and their fees are raised. */
export const delaying: Action = {
  name: 'stuck',
  weight: 2,
  async act(world) {
    const { chain, dice } = world
    chain.hold(true)
    try {
      for (let looks = dice.between(2, 5); looks > 0; looks -= 1)
        await patiently(async () => {
          const { trouble } = await look({ ...serverOf(world).sending, pace: { stuckMs: 0, resendMs: 0 } })
          return trouble
        })
    } finally {
      chain.hold(false)
    }
    await chain.mine()
    return 'raised'
  },
}
