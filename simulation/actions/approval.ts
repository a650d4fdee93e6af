import { Refusal } from '../../packages/core/src/refusal.ts'
import { withdrawalDecisions } from '../../apps/server/src/payouts/decide.ts'
import { TWO_PERSONS_ABOVE } from '../model/rules.ts'
import { must, Violation } from '../violation.ts'
import { serverOf, type World } from '../world/world.ts'
import type { Action } from './action.ts'
import { WHY } from './two-persons.ts'
import { onOpen } from './withdrawal.ts'

/** By the first operator, and by the second where it takes two. */
export const approving: Action = {
  name: 'approval',
  weight: 10,
  act: (world) =>
    onOpen(world, async (reference) => {
      const { amount, address } = world.model.withdrawals.get(reference) ?? { amount: 0n, address: '' }
      const isUndecided = await readUndecided(world, reference)
      const payee = world.payees.get(address)
      if (payee) payee.isApproved = true
      try {
        const approvals = await approveByAll(world, reference)
        const isEnough = !isUndecided || approvals === (amount > TWO_PERSONS_ABOVE ? 2 : 1)
        must(isEnough, `${reference} of ${amount} took ${approvals} operators`)
        return 'approved'
      } catch (error) {
        const isReasoned = !(error instanceof Refusal) || error.code === 'busy' || !isUndecided
        must(isReasoned, `nobody had decided about ${reference}, and it cannot be approved: ${String(error)}`)
        throw error
      }
    }),
}

/** Answers how many it took. */
async function approveByAll(world: World, reference: string): Promise<number> {
  const decisions = withdrawalDecisions(serverOf(world))
  for (const [index, actor] of world.operators.entries()) {
    const answer = await decisions.approve(reference, { ...actor, action: 'withdrawal.approve', why: WHY })
    if (answer === 'approved') return index + 1
  }
  throw new Violation(`${reference} waits for a third operator`)
}

async function readUndecided({ database }: World, reference: string): Promise<boolean> {
  const { rows } = await database.owner.query(
    `select from withdrawal where reference = $1 and state = 'requested'
       and coalesce(waits_for, '') not in ('second_approval', 'vault_has_paid')`,
    [reference],
  )
  return rows.length > 0
}
