import type { ReplyOf } from '@trefoil/contract/route'
import type { activityStats } from '@trefoil/contract/activities'
import type { MemberId } from '@trefoil/core/ledger/account'
import type { Reason } from '@trefoil/core/ledger/journal'
import { toDollars, usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { countPages } from './count-pages.ts'
import { typeOf } from './describe-entry.ts'

const MONTHS = 12

type Row = { month: string; happened: number; units: string } & (
  | { reason: Reason; arrives: boolean }
  | { reason: null; type: string }
)
type Months = ReplyOf<typeof activityStats>['data']['months']

/**
 * The last twelve months, oldest first, with the types that occurred. Amounts are without signs. Nearly all of a long
 * history is already summed: less than a page of each kind is read.
 */
export async function readActivityStats(db: Database, accountId: MemberId): Promise<Months> {
  await countPages(db, accountId)
  const { rows } = await sql<Row | { month: string; happened: null }>`
    with happened as (
      select month, reason, share is not null as arrives, null as type, entries as happened, amount as units
      from entry_months(${accountId}, ${FIRST_MONTH})
      -- A donation that was reversed is one event, whatever the number of those who returned a share.
      union all select month_of(back.created_at), 'reversal', true, null, (first_journal - last_journal)::int, 0
      from reversal join journal back on back.id = first_journal join journal given on given.id = reverses
      where reversal.member_id = ${accountId} and given.reason = 'donation' and back.created_at >= ${FIRST_MONTH}::timestamp at time zone 'utc'
      union all select month, null, null, type, notes, 0 from note_months(${accountId}, ${FIRST_MONTH})
    )
    select to_char(each.month, 'YYYY-MM') as month, reason, arrives, type, happened, units
    from generate_series(${FIRST_MONTH}, month_of(now()), interval '1 month') each(month)
    left join happened on happened.month = each.month::date
    order by each.month, reason, arrives, type`.execute(db)

  const months = new Map(rows.map(({ month }) => [month, new Map<string, { count: number; units: bigint }>()]))
  for (const row of rows) {
    if (row.happened === null) continue
    const types = months.get(row.month)
    const type = row.reason === null ? row.type : typeOf(row.reason, row.arrives)
    const sum = types?.get(type) ?? { count: 0, units: 0n }
    types?.set(type, { count: sum.count + row.happened, units: sum.units + BigInt(row.units) })
  }
  return Array.from(months, ([month, types]) => ({
    month,
    types: Array.from(types, ([type, { count, units }]) => ({ type, count, amount: toDollars(usd(units)) })),
  }))
}

const FIRST_MONTH = sql.raw(`(month_of(now()) - interval '${MONTHS - 1} months')::date`)
