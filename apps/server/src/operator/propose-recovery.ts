import type * as contract from '@trefoil/contract/operator/proposals'
import type { BodyOf } from '@trefoil/contract/route'
import { show, toDollars } from '@trefoil/core/money'
import { requireRecovered } from '../payouts/end-recovery.ts'
import { describeSignerHandover } from '../payouts/signer-handover.ts'
import type { Actor, OperatorContext } from './context.ts'
import { dryRunPayment } from './dry-run-payment.ts'
import type { ProposalView } from './proposals.ts'
import { askingChain, openProposal } from './propose.ts'

/** What is refused here could not be done right now, either. */
export async function proposePayment(
  context: OperatorContext,
  actor: Actor,
  { transaction, ordinal, member, why }: BodyOf<typeof contract.proposePayment>,
): Promise<ProposalView> {
  const { payment, refused } = await dryRunPayment(context, { transaction, ordinal, member })
  if (refused) throw refused
  const { amount, recipient } = payment
  return openProposal(context, actor, {
    kind: 'payment',
    details: { transaction, ordinal, member, amount: toDollars(amount), recipient },
    summary: `Book ${show(amount)}, which was paid to ${recipient}, against ${member === null ? 'operations' : `member ${member}`}`,
    ...(member !== null && { member }),
    why,
  })
}

/** Where the signer goes on is fixed here, so that the second operator agrees to what the first one saw. */
export async function proposeRecovery(
  context: OperatorContext,
  actor: Actor,
  { why }: BodyOf<typeof contract.proposeRecovery>,
): Promise<ProposalView> {
  const { recovery, handOverSigner } = await askingChain(() => requireRecovered(context))
  const handover = await describeSignerHandover(context, handOverSigner)
  return openProposal(context, actor, {
    kind: 'recovery',
    details: { recovery: recovery.id, handOverSigner },
    summary: [`End the recovery, which began because: ${recovery.why}`, ...(handover ? [handover] : [])].join('. '),
    why,
  })
}
