import { payableAddress } from '../../apps/server/src/chain/address.ts'
import { proposeAssignment } from '../../apps/server/src/operator/propose.ts'
import { somebody } from '../world/world.ts'
import { TOKEN_UNIT } from '../observe/explain.ts'
import type { Action } from './action.ts'
import { agree, WHY } from './two-persons.ts'

const UNIT = 10n ** 18n

/** Somebody sends money straight to the vault or the treasury: it is nobody's, until two operators assign it. */
export const straying: Action = {
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
    const { rows } = await world.database.owner.query<{ id: number; value: string; log: string }>(
      `select id::float8 as id, value::text, transaction || '/' || ordinal as log from unmatched_transfer
       where kind = 'to_contract' order by id desc limit 5`,
    )
    const unmatched = world.dice.pick(rows)
    if (!unmatched) return undefined
    const member = somebody(world)
    const amount = BigInt(unmatched.value) / TOKEN_UNIT
    const asked = { kind: 'assignment', member, amount, log: unmatched.log } as const
    return agree(world, asked, (context, first) =>
      proposeAssignment(context, first, { unmatched: unmatched.id, member, why: WHY }),
    )
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
    else await chain.takeFromVault(payableAddress(dice.hex(20)), amount)
    return isInside ? 'moved' : 'taken'
  },
}
