import type { listFees } from '@trefoil/contract/operator/fees'
import type { QueryOf, ReplyOf } from '@trefoil/contract/route'
import { sql } from 'kysely'
import type { OperatorContext } from './context.ts'
import { coins } from './shapes.ts'

type Row = {
  from: string
  payouts: number
  payout_fees: string
  sweeps: number
  sweep_fees: string
  epochs: number
  epoch_fees: string
}

/** How far back, this period included. */
const BEFORE = { day: '30 days', month: '11 months' }

/** Also of transactions that the chain turned down: it charges for those as well. */
export async function readFees(
  { db }: Pick<OperatorContext, 'db'>,
  { by = 'day' }: QueryOf<typeof listFees>,
): Promise<ReplyOf<typeof listFees>['data']> {
  const { rows } = await sql<Row>`
    with since as (
      select (date_trunc(${by}, now() at time zone 'utc') - ${BEFORE[by]}::interval) at time zone 'utc' as at
    ), paid as (
      select kind, ended_at, fee_paid from sending, since where ended_at >= since.at and fee_paid is not null
      union all select 'payout', found_at, fee_paid from found_payment, since where found_at >= since.at
    )
    select to_char(date_trunc(${by}, ended_at at time zone 'utc'), 'YYYY-MM-DD') as from,
      count(*) filter (where kind = 'payout')::int as payouts,
      coalesce(sum(fee_paid) filter (where kind = 'payout'), 0)::text as payout_fees,
      count(*) filter (where kind = 'sweep')::int as sweeps,
      coalesce(sum(fee_paid) filter (where kind = 'sweep'), 0)::text as sweep_fees,
      count(*) filter (where kind = 'attestation')::int as epochs,
      coalesce(sum(fee_paid) filter (where kind = 'attestation'), 0)::text as epoch_fees
    from paid group by 1 order by 1 desc`.execute(db)
  return {
    periods: rows.map((row) => ({
      ...row,
      payout_fees: coins(row.payout_fees),
      sweep_fees: coins(row.sweep_fees),
      epoch_fees: coins(row.epoch_fees),
    })),
  }
}
