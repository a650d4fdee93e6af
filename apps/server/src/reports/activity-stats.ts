import type { ReplyOf } from '@trefoil/contract/route'
import type { activityStats } from '@trefoil/contract/activities'
import type { MemberId } from '@trefoil/core/ledger/account'
import { toDollars, usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { tellEntry, type EntryFacts } from './tell-entry.ts'

const MONTHS = 12

type Row = Omit<EntryFacts, 'other' | 'why'> & { month: string; count: number }
type Months = ReplyOf<typeof activityStats>['data']['months']

/** The last twelve months, the oldest first, each with the types that occurred in it. Amounts are without signs. */
export async function readActivityStats(db: Database, accountId: MemberId): Promise<Months> {
  const months = await sql<{ month: string }>`
    select to_char(month, 'YYYY-MM') as month
    from generate_series(${FIRST_MONTH}, now() at time zone 'utc', interval '1 month') month`.execute(db)
  const money = await sql<Row>`
    select to_char(j.created_at at time zone 'utc', 'YYYY-MM') as month, j.reason, j.source,
      case when e.share in ('whole', 'dust') then null else e.share end as share,
      sum(e.amount) as amount, count(*)::int as count
    from entry e join journal j on j.id = e.journal_id
    where e.member_id = ${accountId} and e.account in ('impact', 'available') and j.created_at >= ${FIRST_MONTH} at time zone 'utc'
      and not (e.amount > 0 and e.account = 'impact' and j.reason = 'transfer' and j.source = 'available')
    group by 1, 2, 3, 4, sign(e.amount)`.execute(db)
  const notes = await sql<{ month: string; type: string; count: number }>`
    select to_char(created_at at time zone 'utc', 'YYYY-MM') as month, type, count(*)::int as count from activity
    where account_id = ${accountId} and created_at >= ${FIRST_MONTH} at time zone 'utc' group by 1, 2`.execute(db)

  const sums = new Map(months.rows.map(({ month }) => [month, new Map<string, { count: number; units: bigint }>()]))
  const add = (month: string, type: string, count: number, units: bigint) => {
    const types = sums.get(month)
    const sum = types?.get(type) ?? { count: 0, units: 0n }
    types?.set(type, { count: sum.count + count, units: sum.units + units })
  }
  for (const row of money.rows) {
    const units = BigInt(row.amount)
    add(row.month, tellEntry({ ...row, other: null, why: null }).type, row.count, units < 0n ? -units : units)
  }
  for (const { month, type, count } of notes.rows) add(month, type, count, 0n)
  return Array.from(sums, ([month, types]) => ({
    month,
    types: Array.from(types, ([type, { count, units }]) => ({ type, count, amount: toDollars(usd(units)) })),
  }))
}

const FIRST_MONTH = sql.raw(`(date_trunc('month', now() at time zone 'utc') - interval '${MONTHS - 1} months')`)
