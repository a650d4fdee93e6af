import type { decideWithdrawals } from '@trefoil/contract/operator/withdrawals'
import type { BodyOf, ReplyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import type { Actor, OperatorContext } from './context.ts'

type Decision = { decision: 'approve' | 'refuse'; reference: string; why: string }

export async function decide(
  { withdrawals }: OperatorContext,
  actor: Actor,
  { decision, reference, why }: Decision,
): Promise<void> {
  if (decision === 'approve') await withdrawals.approve(reference, { ...actor, action: 'withdrawal.approve', why })
  else await withdrawals.refuse(reference, { ...actor, action: 'withdrawal.refuse', why })
}

type Results = ReplyOf<typeof decideWithdrawals>['data']['results']

/** Each on its own: one failure does not stop the others. */
export async function decideAll(
  context: OperatorContext,
  actor: Actor,
  { decision, ids, why }: BodyOf<typeof decideWithdrawals>,
): Promise<Results> {
  const results: Results = []
  for (const id of new Set(ids)) {
    try {
      await decide(context, actor, { decision, reference: id, why })
      results.push({ id, done: true, message: decision === 'approve' ? 'Approved' : 'Refused' })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      results.push({ id, done: false, message: error.message })
    }
  }
  return results
}
