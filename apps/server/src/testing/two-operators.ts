import { actIn } from '../members/audit.ts'
import type { Actor, OperatorContext } from '../operator/context.ts'
import { approveProposal } from '../operator/decide-proposal.ts'
import type { ProposalView } from '../operator/proposals.ts'
import type { Payouts } from './payouts.ts'

export const why = 'Because it is a test'

/** What two operators can do in the console, without the console. */
export async function twoOperators({ wallet, chain }: Payouts) {
  const { db, ledger } = wallet
  const context = { db, act: actIn(db), ledger, chain: chain.chain } as unknown as OperatorContext
  const { rows } = await wallet.owner.query<{ id: number }>(
    `select id from account where role = 'operator' order by id`,
  )
  const [first, second] = rows.map(({ id }): Actor => ({ operator: id, address: null, agent: null })) as [Actor, Actor]
  /** One proposes, the other approves; what the other reads. */
  const agree = async (propose: (context: OperatorContext, first: Actor) => Promise<ProposalView>): Promise<string> => {
    const { id, summary } = await propose(context, first)
    await approveProposal(context, second, { id, why })
    return summary
  }
  return { context, first, second, agree }
}
