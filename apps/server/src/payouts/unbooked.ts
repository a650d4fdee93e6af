import type { MemberId } from '@trefoil/core/ledger/account'
import { receivedFrom } from '@trefoil/core/deposits/plan-deposit'
import { usd, type Usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Address, Chain, Hash } from '../chain/chain.ts'
import type { Reader } from '../db/database.ts'

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

type Row = {
  transaction: Hash
  ordinal: number
  block_number: string
  sender: Address
  recipient: Address
  value: string
  payout_id: Hash | null
  member_id: MemberId | null
  payout_number: number | null
}

type Filter = {
  only?: { transaction: string; ordinal: number }
  /** What the vault paid under an id. */
  payoutsOnly?: boolean
  /** After this block. */
  since?: bigint
  limit?: number
}

/** Of all that is final, the oldest first. */
export async function readUnbooked(
  db: Reader,
  chain: Chain,
  { only, payoutsOnly = false, since = -1n, limit = 100 }: Filter = {},
): Promise<UnbookedPayment[]> {
  const { rows } = await sql<Row>`
    select t.transaction, t.ordinal, t.block_number, t.sender, t.recipient, t.value, t.payout_id, lost.member_id,
      lost.payout_number
    from reserve_transfer t join scan using (chain_id) left join lost_payment lost using (payout_id)
    where t.chain_id = ${chain.id} and t.block_number > ${String(since)} and t.block_number <= scan.final
      and ${isUnbooked} ${payoutsOnly ? sql`and t.kind = 'payout'` : sql``}
      ${only ? sql`and t.transaction = ${only.transaction} and t.ordinal = ${only.ordinal}` : sql``}
    order by t.block_number, t.transaction, t.ordinal limit ${limit}`.execute(db)
  return rows.map((row) => ({
    transaction: row.transaction,
    ordinal: row.ordinal,
    block: BigInt(row.block_number),
    sender: row.sender,
    recipient: row.recipient,
    value: BigInt(row.value),
    amount: amountCeiling(BigInt(row.value), chain.decimals),
    payoutId: row.payout_id,
    owner:
      row.member_id === null || row.payout_number === null
        ? null
        : { member: row.member_id, number: row.payout_number },
  }))
}

/** Of a reserve transfer `t`: it went out, and neither a withdrawal nor two operators account for it. */
const isUnbooked = sql`(
  (t.kind = 'payout' and not exists (select from withdrawal where payout_id = t.payout_id))
    or (t.kind = 'other'
      and t.sender in (select address from reserve_account where chain_id = t.chain_id)
      and t.recipient not in (select address from reserve_account where chain_id = t.chain_id))
  ) and not exists (select from found_payment found
    where found.transaction = t.transaction and found.ordinal = t.ordinal)
  and not exists (select from proposal p where p.kind = 'payment' and p.state = 'done'
    and p.details ->> 'transaction' = t.transaction and (p.details ->> 'ordinal')::int = t.ordinal)`

/** Rounds up: the books never show more on the chain than is there. */
function amountCeiling(value: bigint, decimals: number): Usd {
  const { credited, remainder } = receivedFrom(value, decimals)
  return remainder > 0n ? usd(credited + 1n) : credited
}
