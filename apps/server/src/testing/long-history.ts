import type { Pool } from 'pg'

/**
 * Transfers of one dollar back and forth over the last days, written straight into the tables with everything that
 * belongs to them. Both members need a dollar, and end with what they had.
 */
export async function writeLongHistory(
  database: Pool,
  { member, other, transfers, days = 350 }: { member: number; other: number; transfers: number; days?: number },
): Promise<void> {
  if (transfers % 2 !== 0) throw new Error('What went there must come back')
  await database.query(HISTORY, [member, other, transfers, days])
}

const HISTORY = `
  with journals as (
    insert into journal (id, created_at, amount, source_member, target_member, source, reason, rule_version, reference)
    select (select coalesce(max(id), 0) from journal) + n, now() - ($3::int - n) * ($4::int * interval '1 day' / $3::int), 100000,
      case n % 2 when 1 then $2::int else $1::int end, case n % 2 when 1 then $1::int else $2::int end,
      'impact', 'transfer', 1, 'long-' || $1::int || '-' || n
    from generate_series(1, $3::int) n order by n
    returning id
  ), numbered as (select id, row_number() over (order by id) as n from journals),
  lines as (
    insert into entry (journal_id, amount, balance_after, member_id, sequence, account, share)
    select id, line.amount, impact + case n % 2 when 1 then line.amount else 0 end, line.member,
      impact_sequence + n, 'impact'::ledger_account, case when line.amount > 0 then 'whole'::entry_share end
    from numbered, lateral (values
        ($1::int, case n % 2 when 1 then 100000 else -100000 end),
        ($2::int, case n % 2 when 1 then -100000 else 100000 end)
      ) line (member, amount)
      join member_balance on member_balance.member_id = line.member
    order by id
  )
  -- Of the deposit, the other one has sent a dollar, whatever came back since.
  update member_balance set impact_sequence = impact_sequence + $3::int,
    returnable = returnable - case member_id when $2 then 100000 else 0 end
  where member_id in ($1, $2)`

/** A share of a cent in each of so many donations over the last 350 days, as far as the member's own account goes. */
export async function writeLongEarnings(
  database: Pool,
  { member, donor, shares }: { member: number; donor: number; shares: number },
): Promise<void> {
  await database.query(EARNINGS, [member, donor, shares])
}

const EARNINGS = `
  with journals as (
    insert into journal (id, created_at, amount, source_member, target_member, source, reason, rule_version, reference)
    select (select coalesce(max(id), 0) from journal) + n, now() - ($3::int - n) * (interval '350 days' / $3::int), 100000,
      $2::int, 0, 'impact', 'donation', 1, 'long-share-' || $1::int || '-' || n
    from generate_series(1, $3::int) n order by n
    returning id
  ), numbered as (select id, row_number() over (order by id) as n from journals),
  lines as (
    insert into entry (journal_id, amount, balance_after, member_id, sequence, account, share)
    select id, 1000, available + n * 1000, member_id, available_sequence + n, 'available', 'level_1'
    from numbered join member_balance on member_id = $1::int order by id
  )
  update member_balance set available_sequence = available_sequence + $3::int, available = available + $3::int * 1000,
    total_earned = total_earned + $3::int * 1000, stage_balance = stage_balance + $3::int * 1000
  where member_id = $1`
