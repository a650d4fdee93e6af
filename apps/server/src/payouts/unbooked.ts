import type { MemberId } from '@trefoil/core/ledger/account'
import { receivedFrom } from '@trefoil/core/deposits/plan-deposit'
import { usd, type Usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Address, Chain, Hash } from '../chain/chain.ts'
import type { Database, Reader } from '../db/database.ts'

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
  limit?: number
}

/** Up to which block every payout is known. In the database, so that it is set back with what it is about. */
const KNOWN = 'payouts known'

/** Of all that is final, the oldest first. */
export async function readUnbooked(
  db: Reader,
  chain: Chain,
  { only, payoutsOnly = false, limit = 100 }: Filter = {},
): Promise<UnbookedPayment[]> {
  const { rows } = await sql<Row>`
    select t.transaction, t.ordinal, t.block_number, t.sender, t.recipient, t.value, t.payout_id, lost.member_id,
      lost.payout_number
    from reserve_transfer t join scan using (chain_id) left join lost_payment lost using (payout_id)
    where t.chain_id = ${chain.id} and t.block_number <= scan.final and ${isUnbooked}
      ${payoutsOnly ? sql`and t.kind = 'payout'` : sql``}
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
  (t.kind = 'payout' and not exists (select from withdrawal where payout_id = t.payout_id)
    and (t.block_number > coalesce((select (value ->> 'block')::bigint from installation where key = ${sql.lit(KNOWN)}), -1)
      or t.payout_id = any (array(select payout_id from lost_payment))))
  or (t.kind not in ('payout', 'sweep')
    and t.sender in (select address from reserve_account where chain_id = t.chain_id)
    and t.recipient not in (select address from reserve_account where chain_id = t.chain_id))
  ) and not exists (select from found_payment found
    where found.transaction = t.transaction and found.ordinal = t.ordinal)
  and not exists (select from proposal p where p.kind = 'payment' and p.state = 'done'
    and p.details ->> 'transaction' = t.transaction and (p.details ->> 'ordinal')::int = t.ordinal)`

/** How far every transfer is recorded: to be read before they are looked at. */
export async function readRecorded(db: Database, chain: Chain): Promise<string | undefined> {
  const { rows } = await sql<{ final: string }>`
    select final from scan where chain_id = ${chain.id} and not exists (
      -- Older ones are still being read.
      select from reserve_account where chain_id = scan.chain_id and recorded_from > history_from)`.execute(db)
  return rows[0]?.final
}

/** Every payout up to there is known: only what comes after is looked at again. */
export async function noteKnown(db: Database, block: string): Promise<void> {
  await sql`
    insert into installation (key, value) values (${KNOWN}, jsonb_build_object('block', ${block}::text))
    on conflict (key) do update set value = excluded.value where installation.value <> excluded.value`.execute(db)
}

/** Rounds up: the books never show more on the chain than is there. */
function amountCeiling(value: bigint, decimals: number): Usd {
  const { credited, remainder } = receivedFrom(value, decimals)
  return remainder > 0n ? usd(credited + 1n) : credited
}
