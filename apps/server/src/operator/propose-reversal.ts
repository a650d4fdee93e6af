import type { proposeReversal as route } from '@trefoil/contract/operator/proposals'
import type { BodyOf } from '@trefoil/contract/route'
import { accountName, ofMember, type Account } from '@trefoil/core/ledger/account'
import { amountOf, type Journal } from '@trefoil/core/ledger/journal'
import { NOTHING, show, type Usd } from '@trefoil/core/money'
import type { Actor, OperatorContext } from './context.ts'
import { inOneView, tryReversal } from './dry-run-reversal.ts'
import { openProposal } from './propose.ts'
import type { ProposalView } from './proposals.ts'
import { effectsOf } from './reverse.ts'

/** Refused if it could not be done right now. */
export async function proposeReversal(
  context: Pick<OperatorContext, 'db' | 'act'>,
  actor: Actor,
  { journal, operations_bears, why }: BodyOf<typeof route>,
): Promise<ProposalView> {
  const { plan, member, summary } = await inOneView(context, async (tx) => {
    const tried = await tryReversal(tx, journal, operations_bears)
    const described = describe(tried.original.journal, tried.plan.borne)
    return { plan: tried.plan, member: tried.original.members[0], summary: `Reverse journal ${journal}: ${described}` }
  })
  const details = { journal, operations_bears, effects: effectsOf(plan) }
  return openProposal(context, actor, {
    kind: 'reversal',
    details,
    summary,
    why,
    ...(member !== undefined && { member }),
  })
}

/** Members by number: proposals stay when a member is erased. */
function describe(journal: Journal, borne: Usd): string {
  const [from, to] = [nameOf(journal.source), nameOf(journal.credits[0].target)]
  const amount = show(amountOf(journal))
  const what = {
    donation: `the donation of ${amount} by ${from}`,
    transfer: from === to ? `${amount} that ${from} moved` : `the transfer of ${amount} from ${from} to ${to}`,
    adjustment: `the assignment of ${amount} to ${to}`,
  }[journal.reason as 'donation' | 'transfer' | 'adjustment']
  return borne > NOTHING ? `${what}; operations bears ${show(borne)}` : what
}

const nameOf = (account: Account): string => (ofMember(account) ? `member ${account.member}` : accountName(account))
