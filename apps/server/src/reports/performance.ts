import type { PerformanceMonth } from '@trefoil/contract/reports'
import type { MemberId } from '@trefoil/core/ledger/account'
import { toDollars, usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { bringReportsForward } from './bring-forward.ts'

const MONTHS = 12

type Row = { month: string; joined: number; donations: number; units: string; team: number }

/** Joined and donated per month. The team's size at each month's end follows from today's. */
export async function readPerformance(db: Database, member: MemberId): Promise<PerformanceMonth[]> {
  await bringReportsForward(db)
  const { rows } = await sql<Row>`
    select to_char(growth.month, 'YYYY-MM') as month, joined, coalesce(donations, 0) as donations,
      coalesce(amount, 0) as units, (select sum(size)::int from team, unnest(sizes) size where member_id = ${member}) as team
    from team_growth(${member}, ${MONTHS}) growth
    left join team_donation_month given on given.ancestor = ${member} and given.month = growth.month
    order by growth.month`.execute(db)
  return rows.map(({ month, joined, donations, units, team }, index) => ({
    month,
    joined,
    members: team - rows.slice(index + 1).reduce((later, row) => later + row.joined, 0),
    donations,
    donated: toDollars(usd(BigInt(units))),
  }))
}
