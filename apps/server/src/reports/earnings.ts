import type { EarningMonth, EarningSource } from '@trefoil/contract/reports'
import type { MemberId } from '@trefoil/core/ledger/account'
import { toDollars, usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { bringReportsForward } from './bring-forward.ts'

const MONTHS = 12

type Row = { month: string; sources: { source: EarningSource; amount: string }[] }

/** Twelve months by source, at most 132 sums of one index. What came before is the total less these. */
export async function readEarnings(
  db: Database,
  member: MemberId,
): Promise<{ earned_before: number; months: EarningMonth[] }> {
  await bringReportsForward(db)
  const { rows } = await sql<Row>`
    select to_char(month, 'YYYY-MM') as month, coalesce(sources, '[]') as sources
    from generate_series(month_of(now()) - make_interval(months => ${MONTHS - 1}), month_of(now()), '1 month') month
    left join lateral (
      select json_agg(json_build_object('source', share, 'amount', amount::text) order by share) as sources
      from earning_month where member_id = ${member} and earning_month.month = month.month::date
    ) earned on true
    order by month`.execute(db)
  const total = await sql<{ units: string }>`
    select coalesce(sum(amount), 0) as units from earning_month where member_id = ${member}`.execute(db)
  const months = rows.map(({ month, sources }) => ({
    month,
    units: sources.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    sources: sources.map(({ source, amount }) => ({ source, amount: toDollars(usd(BigInt(amount))) })),
  }))
  const inWindow = months.reduce((sum, { units }) => sum + units, 0n)
  return {
    earned_before: toDollars(usd(BigInt(total.rows[0]?.units ?? 0) - inWindow)),
    months: months.map(({ month, units, sources }) => ({ month, amount: toDollars(usd(units)), sources })),
  }
}
