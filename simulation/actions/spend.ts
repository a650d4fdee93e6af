import { toDollars, usd } from '../../packages/core/src/money.ts'
import { donation, donationOrder } from '../../apps/server/src/donations/donate.ts'
import { CONFIRMED, transfer, transferOrder } from '../../apps/server/src/transfers/transfer.ts'
import { minimumOf } from '../model/donation.ts'
import { memberOf } from '../model/model.ts'
import { submit } from '../submit.ts'
import { serverOf, somebody, type World } from '../world/world.ts'
import type { Action } from './action.ts'

/** `isAlone`: nothing else happens meanwhile. */
type Circumstances = { isAlone: boolean }
const AMONG_OTHERS: Circumstances = { isAlone: false }
const ALONE: Circumstances = { isAlone: true }

/** Usually what is there, sometimes more. */
const amountUpTo = ({ dice }: World, balance: bigint): bigint =>
  1n + dice.big(balance + (dice.chance(0.1) ? 5_000_000n : 1n))

export async function transferOnce(world: World, { isAlone } = AMONG_OTHERS): Promise<string> {
  const { model, dice } = world
  const isOwn = dice.chance(0.3)
  const from = somebody(world)
  const to = isOwn ? from : somebody(world)
  const account = isOwn ? 'available' : 'impact'
  const balance = memberOf(model, from)[account]
  const amount = amountUpTo(world, balance / (isOwn ? 2n : 3n))
  const { keyring } = serverOf(world)
  const body = { amount: toDollars(usd(amount)), recipient_id: memberOf(model, to).code, from: account } as const
  const refusal = await submit(world, {
    asked: { kind: 'transfer', from, to, account, amount },
    operation: transfer,
    order: (key) => transferOrder(keyring, { sender: from, confirmation: CONFIRMED }, body, key),
    isAlone,
  })
  return refusal?.code ?? 'done'
}

export async function donateOnce(world: World, circumstances = AMONG_OTHERS): Promise<string> {
  const { model, dice } = world
  const member = somebody(world)
  const least = minimumOf(memberOf(model, member))
  const spare = memberOf(model, member).impact - least
  const amount = dice.chance(0.08) ? least - 1n : least + (spare > 0n ? dice.big(spare / 2n + 1n) : 0n)
  return donate(world, { member, amount }, circumstances)
}

export const donateAll = (world: World, member: number): Promise<string> =>
  donate(world, { member, amount: memberOf(world.model, member).impact }, ALONE)

type Donation = { member: number; amount: bigint }

async function donate(world: World, { member, amount }: Donation, { isAlone }: Circumstances): Promise<string> {
  const refusal = await submit(world, {
    asked: { kind: 'donation', member, amount },
    operation: donation,
    order: (key) => donationOrder(member, { amount: toDollars(usd(amount)) }, key),
    isAlone,
  })
  return refusal?.code ?? 'done'
}

export const transferring: Action = { name: 'transfer', weight: 16, act: (world) => transferOnce(world, ALONE) }
export const donating: Action = { name: 'donation', weight: 16, act: (world) => donateOnce(world, ALONE) }

/** Many at the same moment, through both servers. */
export const burst: Action = {
  name: 'burst',
  weight: 3,
  async act(world) {
    const count = world.dice.between(4, 24)
    const acts = Array.from({ length: count }, () => (world.dice.chance(0.5) ? transferOnce : donateOnce))
    await Promise.all(acts.map((act) => act(world)))
    return 'done'
  },
}
