import { tokenAmount } from '@trefoil/core/deposits/plan-deposit'
import { usd } from '@trefoil/core/money'
import type { ExplainingFigure } from '@trefoil/core/reserves/reconciliation'
import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { Reader } from '../db/database.ts'

/** Up to where everything is settled: what came before needs no second look. */
export type Settled = { block: bigint; journal: bigint }

export type BookFigures = {
  /** The last final block that was read: what everything below is true at. */
  at: bigint
  hash: string
  unswept: bigint
  /** `null`: not measured yet. */
  explained: Record<Exclude<ExplainingFigure, 'opening'>, bigint> & { opening: bigint | null }
  settled: Settled
}

type Row = Record<
  | 'at'
  | 'unswept'
  | 'books'
  | 'unproven'
  | 'remainder'
  | 'booked_dust'
  | 'rounded'
  | 'deposits_waiting'
  | 'too_large'
  | 'unmatched'
  | 'unbooked'
  | 'funding'
  | 'payouts_waiting'
  | 'payouts_unbooked'
  | 'payouts_ahead'
  | 'newest_journal',
  string
> & { hash: string; opening: string | null; first_unsettled: string | null }

/** Everything that our own tables know, in one statement and so of one moment. `undefined`: the chain was not read yet. */
export async function readBookFigures(
  db: Reader,
  chain: Chain,
  settled: Settled = { block: -1n, journal: 0n },
): Promise<BookFigures | undefined> {
  const { rows } = await sql<Row>`
    with at as (select * from scan where chain_id = ${chain.id}),
    outside as (${outside(chain)}),
    payout as (${payouts(chain, settled.block)}),
    ahead as (
      select w.amount from journal j join withdrawal w on w.reference = regexp_replace(j.reference, '/end$', ''), at
      where j.id > ${String(settled.journal)} and j.reason = 'withdrawal_paid' and not exists (
        select from reserve_transfer t where t.payout_id = w.payout_id and t.block_number <= at.final)
    )
    select at.final as at, at.final_hash as hash, at.arrived - at.swept as unswept, at.opening,
      (select -balance from system_account where account = 'chain') as books,
      (select coalesce(sum(amount), 0) from unproven_journal u where not exists (select from reserve_transfer t
        where (t.chain_id, t.transaction, t.ordinal) = (at.chain_id, u.transaction, u.ordinal))) as unproven,
      (select coalesce(sum(remainder), 0) from dust_count where chain_id = at.chain_id) as remainder,
      (select coalesce(sum(booked), 0) from dust_count where chain_id = at.chain_id) as booked_dust,
      (${rounded(chain)}) as rounded,
      (select coalesce(sum(value), 0) from deposit where chain_id = at.chain_id and state = 'final') as deposits_waiting,
      (select coalesce(sum(value), 0) from unmatched_transfer
        where chain_id = at.chain_id and kind in ('too_large', 'former_member') and block_number <= at.final) as too_large,
      (select coalesce(sum(value - booked), 0) from outside where kind = 'in' and not is_funding) as unmatched,
      (select coalesce(sum(value - booked), 0) from outside where kind = 'out' and not is_funding) as unbooked,
      (select coalesce(sum(case kind when 'in' then value - booked else booked - value end), 0)
        from outside where is_funding) as funding,
      (select coalesce(sum(value), 0) from payout where state = 'waiting') as payouts_waiting,
      (select coalesce(sum(value), 0) from payout where state = 'unbooked') as payouts_unbooked,
      (select min(block_number) from payout where state <> 'booked') as first_unsettled,
      (select coalesce(sum(amount), 0) from ahead) as payouts_ahead,
      (select coalesce(max(id), 0) from journal) as newest_journal
    from at`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const inToken = (units: string) => tokenAmount(usd(BigInt(units)), chain.decimals)
  const at = BigInt(row.at)
  return {
    at,
    hash: row.hash,
    unswept: BigInt(row.unswept),
    explained: {
      books: inToken(row.books),
      unproven: inToken(row.unproven),
      dust: unbookedDust(BigInt(row.remainder), inToken(row.booked_dust)) + BigInt(row.rounded),
      depositsWaiting: BigInt(row.deposits_waiting),
      payoutsWaiting: BigInt(row.payouts_waiting),
      payoutsAhead: inToken(row.payouts_ahead),
      opening: row.opening === null ? null : BigInt(row.opening),
      funding: BigInt(row.funding),
      unmatched: BigInt(row.unmatched) + BigInt(row.too_large),
      unbooked: BigInt(row.unbooked) + BigInt(row.payouts_unbooked),
    },
    settled: {
      block: row.first_unsettled === null ? at : BigInt(row.first_unsettled) - 1n,
      journal: row.payouts_ahead === '0' ? BigInt(row.newest_journal) : settled.journal,
    },
  }
}

/** What was booked beyond what arrived explains nothing: it was minted, and is missing on the chain. */
const unbookedDust = (remainder: bigint, booked: bigint): bigint => (remainder > booked ? remainder - booked : 0n)

/**
 * What two operators have booked of a transfer: a proposal's details name its log, an assignment's by way of the
 * unmatched transfer. `booked` is in units of the token.
 */
const booked = (chain: Chain) => sql`
  select p.details ->> 'transaction' as transaction, coalesce((p.details ->> 'ordinal')::int, u.ordinal) as ordinal,
    sum(j.amount) * ${unitOf(chain)} as booked
  from proposal p join journal j on j.reference = 'proposal-' || p.id
  left join unmatched_transfer u on u.id = (p.details ->> 'unmatched')::bigint
  where p.state = 'done' and p.kind in ('assignment', 'payment') and p.reversed_by is null group by 1, 2`

/** By how much payments were booked above what left: the books count no fraction of $0.00001. */
const rounded = (chain: Chain) => sql`
  select coalesce(sum(b.booked - t.value), 0) from (${booked(chain)}) b
  join reserve_transfer t on (t.transaction, t.ordinal) = (b.transaction, b.ordinal)
  where t.chain_id = ${chain.id} and t.kind in ('out', 'payout') and b.booked > t.value`

const unitOf = ({ decimals }: Chain) => sql`${String(tokenAmount(usd(1n), decimals))}::numeric`

/**
 * Final transfers with the world outside, each with what was booked of it: at most all. One with a treasury or vault
 * that only came into force later is own funding, too: it stands against what that one held when it did.
 */
const outside = (chain: Chain) => sql`
  select t.*, least(t.value, coalesce(b.booked, 0)) as booked,
    case t.kind when 'in' then t.sender else t.recipient end in (
      select address from funding_address f where f.chain_id = t.chain_id
      union all select address from reserve_account r where r.chain_id = t.chain_id) as is_funding
  from reserve_transfer t join scan on scan.chain_id = t.chain_id
  left join (${booked(chain)}) b on (b.transaction, b.ordinal) = (t.transaction, t.ordinal)
  where t.chain_id = ${chain.id} and t.kind in ('in', 'out') and t.block_number <= scan.final`

/** Final payments of the vault after a block: `booked`, `waiting` to be, or `unbooked` because nobody asked for them. */
const payouts = (chain: Chain, after: bigint) => sql`
  select t.*, case when b.booked >= t.value then 'booked' when w.id is null then 'unbooked'
    when w.state = 'paid' then 'booked' when w.ended_at is null then 'waiting' else 'unbooked' end as state
  from reserve_transfer t join scan on scan.chain_id = t.chain_id
  left join withdrawal w on w.payout_id = t.payout_id and w.address = t.recipient
    and w.amount * ${unitOf(chain)} = t.value
  left join (${booked(chain)}) b on (b.transaction, b.ordinal) = (t.transaction, t.ordinal)
  where t.chain_id = ${chain.id} and t.kind = 'payout'
    and t.block_number > ${String(after)} and t.block_number <= scan.final`

export type Outflow = {
  transaction: string
  ordinal: number
  block_number: string
  sender: string
  recipient: string
  /** What of it nobody booked, in units of the token. */
  value: string
  payout_id: string | null
  seen_at: Date
}

/** What left treasury or vault and nobody booked, oldest first: until two operators book it, nothing else leaves. */
export async function findUnbookedOutflows(db: Reader, chain: Chain, settledBlock = -1n): Promise<Outflow[]> {
  const columns = sql`transaction, ordinal, block_number, sender, recipient`
  const { rows } = await sql<Outflow>`
    select ${columns}, (value - booked)::text as value, payout_id, seen_at from (${outside(chain)}) o
      where kind = 'out' and not is_funding and booked < value
    union all
    select ${columns}, value::text, payout_id, seen_at from (${payouts(chain, settledBlock)}) p where state = 'unbooked'
    order by block_number, transaction, ordinal`.execute(db)
  return rows
}

type Funding = { address: string; name: string; declared_at: Date; units: string }

/** The declared addresses, each with what came from it less what went there, in units of the token. */
export async function readFunding(db: Reader, chain: Chain): Promise<Funding[]> {
  const { rows } = await sql<Funding>`
    select f.address, f.name, f.declared_at,
      coalesce(sum(case o.kind when 'in' then value - booked else booked - value end), 0)::text as units
    from funding_address f left join (${outside(chain)}) o
      on f.address = case o.kind when 'in' then o.sender else o.recipient end
    where f.chain_id = ${chain.id} group by f.address, f.name, f.declared_at order by f.declared_at`.execute(db)
  return rows
}
