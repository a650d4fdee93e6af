import { setTimeout as sleep } from 'node:timers/promises'
import type { Action } from '../actions/action.ts'
import { patiently, scanWith } from '../actions/work.ts'
import { look } from '../../apps/server/src/payouts/sender.ts'
import { mortal, type KillPoint } from '../../apps/server/src/testing/mortal.ts'
import type { Dice } from '../dice.ts'
import { serverOf } from '../world/world.ts'

class CutOff extends Error {}
const die = () => Promise.reject(new CutOff('cut off'))

const CALLS = {
  scan: ['finalized', 'head', 'block', 'transfers', 'post'],
  look: ['finalized', 'receipt', 'nonceAt', 'isPaid', 'gasFor', 'fees', 'sign', 'broadcast', 'post', 'sighting'],
} as const

export const killPoint = (dice: Dice, calls: readonly string[]): KillPoint => ({
  call: dice.pick(calls) ?? '',
  when: dice.chance(0.5) ? 'before' : 'after',
  count: dice.between(1, 3),
})

/** A worker ends right before or after one of its effects. The next one goes on from what it left. */
export const cuttingOff: Action = {
  name: 'cut off',
  weight: 6,
  async act(world) {
    const { dice } = world
    const work = dice.chance(0.5) ? 'scan' : 'look'
    const kill = killPoint(dice, CALLS[work])
    const server = serverOf(world)
    const cut = { ...server.sending, chain: mortal(server.chain, kill, die), ledger: mortal(server.ledger, kill, die) }
    try {
      return await patiently(async () => {
        await (work === 'scan' ? scanWith({ ...server, ...cut }) : look(cut))
        return `${work}: not reached`
      })
    } catch (error) {
      if (!(error instanceof CutOff)) throw error
      // What it had asked for in parallel still comes back.
      await sleep(20)
      return `${work}: ${kill.when} ${kill.call} ${kill.count}`
    }
  },
}
