import type { UnbookedPayment } from '../../apps/server/src/payouts/unbooked.ts'
import { readUnbooked } from '../../apps/server/src/payouts/unbooked.ts'
import { readRecovery } from '../../apps/server/src/payouts/recovery.ts'
import { proposePayment, proposeRecovery } from '../../apps/server/src/operator/propose-recovery.ts'
import { serverOf, type World } from '../world/world.ts'
import type { Action } from './action.ts'
import { agree, said, WHY } from './two-persons.ts'
import { patiently } from './work.ts'

/** Two operators book what the database does not know, and end the recovery. */
export async function recover(world: World): Promise<string | undefined> {
  const { db, chain } = serverOf(world)
  const recovery = await readRecovery(db)
  for (const payment of await readUnbooked(db, chain)) {
    // A forgotten payout is the member's own matter first: the payout worker books it by its number.
    if (payment.payoutId !== null && payment.owner === null && recovery?.untilBlock === null) continue
    await bookPayment(world, payment)
  }
  if (!recovery) return undefined
  return said(await agree(world, undefined, (context, first) => proposeRecovery(context, first, { why: WHY })))
}

async function bookPayment(world: World, { transaction, ordinal, recipient }: UnbookedPayment): Promise<void> {
  const address = recipient.toLowerCase()
  const member = world.payees.get(address)?.member
  const bearers = member !== undefined && world.model.members.has(member) ? [member, null] : [null]
  for (const bearer of bearers) {
    const asked = { kind: 'payment', member: bearer, address } as const
    const body = { transaction, ordinal, member: bearer, why: WHY }
    if ((await agree(world, asked, (context, first) => proposePayment(context, first, body))) === 'approved') return
  }
}

export const recovering: Action = { name: 'operators', weight: 4, act: (world) => patiently(() => recover(world)) }
