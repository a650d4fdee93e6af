import type { decideWithdrawals } from '@trefoil/contract/operator/withdrawals'
import type { BodyOf, ReplyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import type { Approval } from '../payouts/decide.ts'
import type { Actor, OperatorContext } from './context.ts'

type Outcome = Approval | 'refused'
type Decision = { decision: 'approve' | 'refuse'; reference: string; why: string }

export async function decide(
  { withdrawals }: OperatorContext,
  actor: Actor,
  { decision, reference, why }: Decision,
): Promise<Outcome> {
  if (decision === 'approve') return withdrawals.approve(reference, { ...actor, action: 'withdrawal.approve', why })
  await withdrawals.refuse(reference, { ...actor, action: 'withdrawal.refuse', why })
  return 'refused'
}

const MESSAGES = {
  approved: 'Approved',
  first_of_two: 'Approved by one of two',
  refused: 'Refused',
} satisfies Record<Outcome, string>

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
      const outcome = await decide(context, actor, { decision, reference: id, why })
      results.push({ id, done: true, message: MESSAGES[outcome] })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      results.push({ id, done: false, message: error.message })
    }
  }
  return results
}
