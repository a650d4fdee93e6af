import { toDollars, usd } from '@trefoil/core/money'
import { sql } from 'kysely'

/** Fewer could be guessed. */
const DONORS_SHOWN_MIN = 10

/**
 * For a query over `cause c`. Nothing is counted here: what waits is the balance of two accounts, and payouts are few.
 * What was given is both together, because a cause's money leaves by a payout or a reversal only.
 */
export const WITH_FIGURES = sql`
  cross join lateral (
    select coalesce(sum(balance), 0) as waiting from system_account
    where owner = -c.id and account in ('cause', 'held')
  ) account
  cross join lateral (
    select coalesce(sum(w.amount), 0) as paid_out from withdrawal w where w.member_id = -c.id and w.state = 'paid'
  ) payout
  left join cause_count counted on counted.cause_id = c.id`

export const FIGURES = sql`account.waiting::text, payout.paid_out::text, coalesce(counted.donors, 0) as donors`

export type FigureColumns = { waiting: string; paid_out: string; donors: number }

export const figuresOf = ({ waiting, paid_out, donors }: FigureColumns) => ({
  given: dollars(BigInt(waiting) + BigInt(paid_out)),
  paid_out: dollars(BigInt(paid_out)),
  waiting: dollars(BigInt(waiting)),
  donors: donors < DONORS_SHOWN_MIN ? null : donors,
})

export const dollars = (units: bigint): number => toDollars(usd(units))

/** The cause that gets what nobody chose a cause for. */
export const DEFAULT_CAUSE = sql`(
  select coalesce((rules ->> 'default_cause')::int, 1) from programme where active_from <= now()
  order by version desc limit 1)`
