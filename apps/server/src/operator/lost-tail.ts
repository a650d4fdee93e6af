import type * as contract from '@trefoil/contract/operator/proposals'
import type { BodyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { describePostingStop, readPostingStop } from '../ledger/posting-stop.ts'
import type { Actor, OperatorContext } from './context.ts'
import type { ProposalView } from './proposals.ts'
import { openProposal, type Details } from './propose.ts'

/** What was confirmed is gone for good, so two have to know it before anything is posted on top of what is left. */
export async function proposeLostTail(
  context: OperatorContext,
  actor: Actor,
  { why }: BodyOf<typeof contract.proposeLostTail>,
): Promise<ProposalView> {
  const stop = await readPostingStop(context.db)
  if (!stop) throw new Refusal('wrong_state', 'Posting has not stopped.')
  return openProposal(context, actor, {
    kind: 'lost_tail',
    details: { lost_tail: stop.id },
    summary: `Post again and begin a recovery. ${describePostingStop(stop)}`,
    why,
  })
}

/** Payouts stay paused: the recovery begins in the same transaction. */
export async function acceptLostTail(
  tx: Tx,
  { lost_tail, proposal }: Details['lost_tail'] & { proposal: number },
): Promise<void> {
  const { rows } = await sql<{ accepted: boolean }>`
    select accept_lost_tail(${lost_tail}, ${proposal}) as accepted`.execute(tx)
  if (!rows[0]?.accepted) throw new Refusal('wrong_state', 'This was accepted already.')
}
