import type { proposeFundingAddress as route } from '@trefoil/contract/operator/proposals'
import type { BodyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { payableAddress } from '../chain/address.ts'
import type { Chain } from '../chain/chain.ts'
import type { Reader, Tx } from '../db/database.ts'
import type { Actor, OperatorContext } from './context.ts'
import { openProposal, type Details } from './propose.ts'
import type { ProposalView } from './proposals.ts'

/** What comes from an address of our own, or goes there, is own funding and nobody's deposit or theft. */
export async function proposeFundingAddress(
  context: OperatorContext,
  actor: Actor,
  { address: typed, name, change, why }: BodyOf<typeof route>,
): Promise<ProposalView> {
  const address = payableAddress(typed)
  await refuseImpossible(context.db, context.chain, { address, change })
  const summary =
    change === 'declare'
      ? `Count ${address} (${name}) as our own: its transfers with treasury and vault are own funding`
      : `Count ${address} (${name}) as a stranger's again: its transfers with treasury and vault need another explanation`
  return openProposal(context, actor, { kind: 'funding_address', details: { address, name, change }, summary, why })
}

type Change = { address: string; change: 'declare' | 'retract' }

async function refuseImpossible(db: Reader, chain: Chain, { address, change }: Change): Promise<void> {
  if (chain.ours.includes(address.toLowerCase()))
    throw new Refusal('invalid_address', 'This address belongs to the installation itself.')
  const { rows } = await sql<{ issued: boolean; declared: boolean }>`
    select exists (select from deposit_address where address = ${address}) as issued,
      exists (select from funding_address where address = ${address} and chain_id = ${chain.id}) as declared`.execute(
    db,
  )
  const { issued = false, declared = false } = rows[0] ?? {}
  if (issued) throw new Refusal('invalid_address', 'This is the deposit address of a member.')
  if (change === 'declare' && declared) throw new Refusal('wrong_state', 'This address is declared as our own already.')
  if (change === 'retract' && !declared) throw new Refusal('wrong_state', 'This address is not declared as our own.')
}

/** Looked at again when the second person agrees: another proposal may have been quicker. */
export async function changeFundingAddress(
  tx: Tx,
  chain: Chain,
  { id, address, name, change }: Details['funding_address'] & { id: number },
): Promise<void> {
  await refuseImpossible(tx, chain, { address, change })
  if (change === 'retract')
    await sql`delete from funding_address where address = ${address} and chain_id = ${chain.id}`.execute(tx)
  else await tx.insertInto('funding_address').values({ chain_id: chain.id, address, name, proposal_id: id }).execute()
}
