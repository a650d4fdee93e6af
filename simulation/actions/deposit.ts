import type { Address } from '../../apps/server/src/chain/chain.ts'
import { currentAddress } from '../../apps/server/src/deposits/addresses.ts'
import { must } from '../violation.ts'
import { serverOf, somebody, type World } from '../world/world.ts'
import type { Action } from './action.ts'

const UNIT = 10n ** 18n

/** Asks for the address, as a browser does, and remembers whose it is. */
async function addressOf(world: World, member: number): Promise<Address> {
  const { db, chain, addresses } = serverOf(world)
  const { wallet_address: address } = await currentAddress({ db, chain, addresses }, member)
  must(!world.lost.addresses.has(address.toLowerCase()), `member ${member} was shown a lost member's ${address}`)
  world.deposits.set(address.toLowerCase(), member)
  return address as Address
}

/** Mostly up to $400, with a fraction that the ledger cannot hold. */
const valueOf = ({ dice }: World): bigint =>
  BigInt(dice.between(1, dice.chance(0.04) ? 200_000 : 400)) * UNIT + (dice.chance(0.6) ? dice.big(UNIT) : 0n)

export const deposit: Action = {
  name: 'deposit',
  weight: 14,
  async act(world) {
    const address = await addressOf(world, somebody(world))
    if (world.dice.chance(0.15)) await world.chain.payTwice(address, valueOf(world), valueOf(world))
    else if (world.dice.chance(0.05)) await world.chain.pay(address, world.dice.big(10n ** 13n) + 1n)
    else await world.chain.pay(address, valueOf(world))
    return 'sent'
  },
}

export async function depositTo(world: World, member: number, value: bigint): Promise<void> {
  await world.chain.pay(await addressOf(world, member), value)
}

/** To an address that the member was shown long ago. */
export const lateDeposit: Action = {
  name: 'late deposit',
  weight: 3,
  async act(world) {
    const [address, member] = world.dice.pick([...world.deposits]) ?? []
    if (address === undefined || !world.model.members.has(member ?? 0)) return undefined
    await world.chain.pay(address as Address, valueOf(world))
    return 'sent'
  },
}
