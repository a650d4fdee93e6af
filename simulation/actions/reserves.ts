import { payableAddress } from '../../apps/server/src/chain/address.ts'
import { proposeAssignment } from '../../apps/server/src/operator/propose.ts'
import { somebody } from '../world/world.ts'
import type { Action } from './action.ts'
import { agree, said, WHY } from './two-persons.ts'

const UNIT = 10n ** 18n

/** Somebody sends money straight to the vault or the treasury: it is nobody's, until two operators assign it. */
export const sendingUnmatched: Action = {
  name: 'unmatched transfer',
  weight: 1,
  async act({ chain, dice }) {
    const { vault, treasury } = chain.facts
    await chain.pay(dice.chance(0.5) ? vault : treasury, BigInt(dice.between(1, 50)) * UNIT + dice.big(UNIT))
    return 'sent'
  },
}

export const assigning: Action = {
  name: 'assignment',
  weight: 2,
  async act(world) {
    const { rows } = await world.database.owner.query<{ id: number; log: string }>(
      `select id::float8 as id, transaction || '/' || ordinal as log from unmatched_transfer
       where kind = 'to_contract' order by id desc limit 5`,
    )
    const unmatched = world.dice.pick(rows)
    if (!unmatched) return undefined
    const member = somebody(world)
    const asked = { kind: 'assignment', member, log: unmatched.log } as const
    const body = { unmatched: unmatched.id, member, why: WHY }
    return said(await agree(world, asked, (context, first) => proposeAssignment(context, first, body)))
  },
}

/** The vault's owner takes money past the server, or moves it to the treasury. */
export const taking: Action = {
  name: 'owner',
  weight: 1,
  async act(world) {
    const { chain, dice } = world
    const isInside = dice.chance(0.6)
    const amount = BigInt(dice.between(1, 20)) * UNIT + (dice.chance(0.5) ? dice.big(UNIT) : 0n)
    if (isInside) await chain.takeFromVault(chain.facts.treasury, amount)
    else {
      const to = payableAddress(dice.hex(20))
      world.taken.set(to.toLowerCase(), amount)
      await chain.takeFromVault(to, amount)
    }
    return isInside ? 'moved' : 'taken'
  },
}
