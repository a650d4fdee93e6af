import type * as contract from '@trefoil/contract/operator/proposals'
import type { BodyOf } from '@trefoil/contract/route'
import { readSwitches } from '../members/switches.ts'
import { alreadySilent, notPaused } from './change-settings.ts'
import type { Actor, OperatorContext } from './context.ts'
import type { ProposalView } from './proposals.ts'
import { openProposal } from './propose.ts'

/** What lets money leave, or lets nobody hear of it, needs two. The other direction is one operator's. */
export async function proposeSettings(
  context: OperatorContext,
  actor: Actor,
  { change, why }: BodyOf<typeof contract.proposeSettings>,
): Promise<ProposalView> {
  const { payoutsPausedWhy, mailOperators } = await readSwitches(context.db)
  if (change === 'silence_mail') {
    if (!mailOperators) throw alreadySilent()
    const summary = 'Send operators no more mails about what waits'
    return openProposal(context, actor, { kind: 'settings', details: { change }, summary, why })
  }
  if (payoutsPausedWhy === null) throw notPaused()
  const details = { change, paused_because: payoutsPausedWhy }
  const summary = `Let payouts leave again, which were paused because: ${payoutsPausedWhy}`
  return openProposal(context, actor, { kind: 'settings', details, summary, why })
}
