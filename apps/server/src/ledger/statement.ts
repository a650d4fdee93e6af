import type { MemberAccountKind, MemberId } from '@trefoil/core/ledger/account'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'

const ACCOUNTS: readonly MemberAccountKind[] = ['impact', 'available', 'held']

/** An account's lines from sequence `first` on, before sequence `end`, and its balances at both. */
export type AccountLines = {
  account: MemberAccountKind
  first: bigint
  end: bigint
  opening: bigint
  closing: bigint
}

type Moments = { start: Date; end: Date }
type Row = { account: MemberAccountKind; first: string; end: string; opening: string; closing: string }

/**
 * Where a range of time begins and ends in a member's accounts. Lines of an account are numbered without gaps, and
 * later ones were posted later, so each place is found by binary search: what lies outside costs nothing, however much it
 * is. Where a clock was set back, all accounts are cut before the same journal; which one may change as entries are added.
 */
export async function findStatement(db: Reader, member: MemberId, { start, end }: Moments): Promise<AccountLines[]> {
  const { rows } = await sql<Row>`
    with recursive asked as (select ${member}::int as member_id),
    moment as (select * from (values (1, ${start}::timestamptz), (2, ${end}::timestamptz)) as given (place, at)),
    halved as (
      select place, at, account, 1::bigint as low, 1 + coalesce((
          select sequence from entry where member_id = (select member_id from asked) and entry.account = own.account
          order by sequence desc limit 1), 0) as high
        from moment, unnest(${ACCOUNTS}::ledger_account[]) as own (account)
      union all
      select place, at, account, case when posted < at then middle + 1 else low end,
          case when posted < at then high else middle end
        from halved, lateral (select (low + high) / 2 as middle offset 0) half, lateral (
          select (select created_at from journal where id = (
            select journal_id from entry
            where member_id = (select member_id from asked) and entry.account = halved.account and sequence = middle
          )) as posted offset 0) probed
        where low < high
    ),
    found as (select place, account, low as sequence from halved where low = high),
    cut as (
      select place, min((select journal_id from entry where member_id = (select member_id from asked)
        and entry.account = found.account and entry.sequence = found.sequence)) as journal
      from found group by place
    ),
    border as (
      select place, found.account, last.sequence, coalesce(last.balance_after, 0) as balance
      from found join cut using (place) left join lateral (
        select sequence, balance_after from entry
        where member_id = (select member_id from asked) and entry.account = found.account
          and entry.sequence < found.sequence and (cut.journal is null or journal_id < cut.journal)
        order by entry.sequence desc limit 1) last on true
    )
    select a.account, 1 + coalesce(a.sequence, 0) as first, 1 + coalesce(b.sequence, 0) as end,
      a.balance as opening, b.balance as closing
    from border a join border b on b.account = a.account where a.place = 1 and b.place = 2
    order by array_position(${ACCOUNTS}::ledger_account[], a.account)`.execute(db)
  return rows.map(({ account, ...row }) => ({
    account,
    first: BigInt(row.first),
    end: BigInt(row.end),
    opening: BigInt(row.opening),
    closing: BigInt(row.closing),
  }))
}
