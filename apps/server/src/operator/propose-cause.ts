import type { proposeCause as route } from '@trefoil/contract/operator/causes'
import type { BodyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import { payableAddress } from '../chain/address.ts'
import { findCause, refuseImpossible, type Cause, type CauseDetails } from './change-cause.ts'
import type { Actor, ProposalContext } from './context.ts'
import type { ProposalView } from './proposals.ts'
import { openProposal } from './propose.ts'

/** Refused if it could not be done right now. */
export async function proposeCause(
  context: ProposalContext,
  actor: Actor,
  { cause: id, change, address: typed, why }: BodyOf<typeof route>,
): Promise<ProposalView> {
  const cause = await findCause(context.db, id)
  const details = detailsOf({ id, change, typed }, cause)
  await refuseImpossible(context.db, context.chain, details, cause)
  if (details.change !== 'close')
    await context.screenAddress?.({ owner: -id, address: payableAddress(details.address) })
  return openProposal(context, actor, { kind: 'cause', details, summary: describe(details), why })
}

type Asked = { id: number; change: CauseDetails['change']; typed: string | undefined }

function detailsOf({ id, change, typed }: Asked, { name, payout_address }: Cause): CauseDetails {
  if (change === 'close') return { cause: id, name, change }
  const given = typed ?? (change === 'open' ? payout_address : null)
  if (given === null || given === undefined)
    throw new Refusal('invalid_address', 'A cause needs an address where it is paid.')
  const address = payableAddress(given)
  return { cause: id, name, change, address, instead_of: payout_address }
}

/** By name and whole address: it is all that the second person sees. */
function describe(details: CauseDetails): string {
  const cause = `the cause “${details.name}”`
  if (details.change === 'close') return `Close ${cause}: it takes no more donations`
  if (details.change === 'open') return `Open ${cause}: anybody may give to it, and it is paid at ${details.address}`
  const instead = details.instead_of === null ? '' : ` instead of ${details.instead_of}`
  return `Pay ${cause} at ${details.address}${instead}`
}
