import type { MemberId } from '@trefoil/core/ledger/account'
import { receivedFrom } from '@trefoil/core/deposits/plan-deposit'
import { usd, type Usd } from '@trefoil/core/money'
import type { Address, Chain, Hash } from '../chain/chain.ts'
import type { Reader } from '../db/database.ts'
import { findUnbookedOutflows, type Outflow } from '../reserves/figures.ts'
import { readNewest } from '../reserves/newest.ts'

/** A transfer out of the reserves that no journal knows. `owner`: proven by the number in its id. */
export type UnbookedPayment = {
  transaction: Hash
  ordinal: number
  block: bigint
  sender: Address
  recipient: Address
  /** In units of the token. */
  value: bigint
  /** In dollars, rounded up. */
  amount: Usd
  payoutId: Hash | null
  owner: { member: MemberId; number: number } | null
}

/** Of all that is final, the oldest first. */
export async function readUnbooked(db: Reader, chain: Chain): Promise<UnbookedPayment[]> {
  const newest = await readNewest(db, chain.id)
  const outflows = await findUnbookedOutflows(db, chain, newest?.settled.block)
  if (outflows.length === 0) return []
  const owners = await readOwners(db, outflows)
  return outflows.map((outflow) => ({
    transaction: outflow.transaction as Hash,
    ordinal: outflow.ordinal,
    block: BigInt(outflow.block_number),
    sender: outflow.sender as Address,
    recipient: outflow.recipient as Address,
    value: BigInt(outflow.value),
    amount: amountCeiling(BigInt(outflow.value), chain.decimals),
    payoutId: outflow.payout_id as Hash | null,
    owner: (outflow.payout_id !== null && owners.get(outflow.payout_id)) || null,
  }))
}

async function readOwners(db: Reader, outflows: readonly Outflow[]) {
  const ids = outflows.flatMap(({ payout_id }) => (payout_id === null ? [] : [payout_id]))
  if (ids.length === 0) return new Map<string, { member: MemberId; number: number }>()
  const rows = await db.selectFrom('lost_payment').selectAll().where('payout_id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.payout_id, { member: row.member_id, number: row.payout_number }]))
}

/** Rounds up: the books never show more on the chain than is there. */
function amountCeiling(value: bigint, decimals: number): Usd {
  const { credited, remainder } = receivedFrom(value, decimals)
  return remainder > 0n ? usd(credited + 1n) : credited
}
