import { depositTo } from './actions/deposit.ts'
import { donateAll } from './actions/spend.ts'
import { observe } from './observe/observe.ts'
import { settle } from './settle.ts'
import { must } from './violation.ts'
import { somebody, type World } from './world/world.ts'

const UNIT = 10n ** 18n
/** Enough for everybody to give, to earn and to withdraw from the first step on. */
const ROUNDS = 2

/** Everybody has some money and has given some, those above first, so that they earn. */
export async function begin(world: World): Promise<void> {
  await settle(world)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const id of world.model.members.keys()) await depositTo(world, id, BigInt(world.dice.between(100, 600)) * UNIT)
    await settle(world)
    for (const id of world.model.members.keys()) {
      const answer = await donateAll(world, id)
      must(answer === 'done', `member ${id} could not give on the first day: ${answer}`)
      await observe(world)
    }
  }
  await depositTo(world, somebody(world), 1000n * UNIT)
  await settle(world)
}
