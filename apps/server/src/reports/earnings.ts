import type { EarningMonth, EarningSource } from '@trefoil/contract/reports'
import type { MemberId } from '@trefoil/core/ledger/account'
import { toDollars, usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Database, Reader } from '../db/database.ts'
import { countPages } from './count-pages.ts'

const MONTHS = 12

type Row = { month: string; sources: { source: EarningSource; amount: string }[]; total: string }

export type Earnings = { earned_before: number; months: EarningMonth[] }

/** Twelve months by source. Earlier earnings are the total minus these. */
export async function readEarnings(db: Database, member: MemberId): Promise<Earnings> {
  await countPages(db, member)
  return readCountedEarnings(db, member)
}

/** The same, and slower if full pages were not counted. Writes nothing. */
export async function readCountedEarnings(db: Reader, member: MemberId): Promise<Earnings> {
  const { rows } = await sql<Row>`
    with earned as materialized (
      select month, share, sum(amount)::bigint as amount from (
        select month, share, amount from entry_months(${member}, '-infinity') where reason = 'donation' and share is not null
        union all
        -- A share that was taken back leaves the month that it was earned in.
        select month_of(given.created_at), (
            select e.share from entry e where e.journal_id = back.id and e.amount > 0 limit 1
          ), -back.amount
        from journal back join reversal on back.id between first_journal and last_journal
        join journal given on given.id = reverses
        where back.source_member = ${member} and back.reason = 'reversal' and given.reason = 'donation'
      ) each_one
      group by month, share having sum(amount) <> 0
    )
    select to_char(each.month, 'YYYY-MM') as month, coalesce(sources, '[]') as sources,
      (select coalesce(sum(amount), 0) from earned) as total
    from generate_series(month_of(now()) - make_interval(months => ${MONTHS - 1}), month_of(now()), '1 month') each(month)
    left join lateral (
      select json_agg(json_build_object('source', share, 'amount', amount::text) order by share) as sources
      from earned where earned.month = each.month::date
    ) in_month on true
    order by each.month`.execute(db)
  const months = rows.map(({ month, sources }) => ({
    month,
    units: sources.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    sources: sources.map(({ source, amount }) => ({ source, amount: toDollars(usd(BigInt(amount))) })),
  }))
  const inWindow = months.reduce((sum, { units }) => sum + units, 0n)
  return {
    earned_before: toDollars(usd(BigInt(rows[0]?.total ?? 0) - inWindow)),
    months: months.map(({ month, units, sources }) => ({ month, amount: toDollars(usd(units)), sources })),
  }
}
