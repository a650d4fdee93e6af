import { BIN_EDGES, type BinCount } from '@trefoil/core/facts/behaviour'
import type { CohortCounts, CohortMonths, JoiningMonth } from '@trefoil/core/facts/cohorts'
import { NET_PERCENTILES, REFERRAL_PERCENTILES, TOP_PERCENTS, type Measured } from '@trefoil/core/facts/facts'
import type { Programme } from '@trefoil/core/programme/programme'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** As of one moment: in a transaction that sees no other. */
export async function measure(tx: Tx, programme: Programme): Promise<Measured> {
  const months = await readMonths(tx)
  const { day, journal, bins, ...everyone } = await readEveryone(tx, programme)
  return {
    ...everyone,
    day,
    journal: BigInt(journal),
    net: everyone.net.map(BigInt),
    withdrawn: everyone.withdrawn.map(BigInt),
    earned: BigInt(everyone.earned),
    earnedByTop: everyone.earnedByTop.map(BigInt),
    months,
    bins: {
      referrals: bins.filter(({ kind }) => kind === 'referrals'),
      donations: bins.filter(({ kind }) => kind === 'donations'),
      gift: bins.filter(({ kind }) => kind === 'gift'),
      above: bins.filter(({ kind }) => kind === 'above'),
    },
  }
}

type Everyone = {
  day: string
  journal: string
  people: number
  earners: number
  gotBackLess: number
  net: string[]
  withdrawn: string[]
  earned: string
  earnedByTop: string[]
  referralsOfEarners: number[]
  depth: number
  bins: (BinCount & { kind: keyof typeof BIN_EDGES; full: number })[]
}

/** Once through the members' rows: totals, referrals and numbers of donations are kept beside the ledger. */
async function readEveryone(tx: Tx, { stages }: Programme): Promise<Everyone> {
  const multipliers = stages.map(({ earningMultiplierBasisPoints }) => Number(earningMultiplierBasisPoints))
  const fractions = (percentiles: readonly number[]) => sql`${percentiles.map((each) => each / 100)}::float8[]`
  const edges = (of: keyof typeof BIN_EDGES) => sql`${[...BIN_EDGES[of]]}::numeric[]`
  const { rows } = await sql<Everyone>`
    with person as materialized (
      select b.total_earned as earned, b.total_donated as donated, coalesce(paid.amount, 0) as withdrawn, t.referrals,
        m.depth, coalesce(gave.donations, 0) as donations, b.stage,
        b.closed or b.stage_balance >= b.last_donation * (${multipliers}::int[])[greatest(b.stage, 1)] / 10000 as is_full
      from member_balance b join member m on m.id = b.member_id join team t on t.member_id = b.member_id
      left join (
        select member_id, sum(amount)::bigint as amount from withdrawal
        where state = 'paid' and source = 'available' and member_id > 0 group by member_id
      ) paid on paid.member_id = b.member_id
      left join (
        select member_id, sum(donations)::int as donations from cause_donor group by member_id
      ) gave on gave.member_id = b.member_id
    ), counted as (
      select 'referrals' as kind, width_bucket(referrals::numeric, ${edges('referrals')}) - 1 as edge,
        count(*)::int as people, sum(referrals)::float8 as sum, 0 as full from person group by 2
      union all
      select 'donations', width_bucket(donations::numeric, ${edges('donations')}) - 1, count(*), sum(donations), 0
        from person group by 2
      union all
      select 'gift', width_bucket(donated / 100000.0 / donations, ${edges('gift')}) - 1, count(*),
        sum(donated / 100000.0 / donations), 0 from person where donations > 0 group by 2
      union all
      select 'above', width_bucket(stage::numeric, ${edges('above')}) - 1, count(*), sum(stage),
        count(*) filter (where is_full) from person where referrals > 0 group by 2
    ), ranked as (
      select earned, row_number() over (order by earned desc) as place, count(*) over () as people from person
    )
    select (now() at time zone 'utc')::date::text as day, (select coalesce(max(id), 0) from journal)::text as journal,
      count(*)::int as people, count(*) filter (where earned > 0)::int as earners,
      count(*) filter (where earned < donated)::int as "gotBackLess",
      coalesce(percentile_disc(${fractions(NET_PERCENTILES)}) within group (order by earned - donated), '{}')::text[] as net,
      coalesce(percentile_disc(${fractions(NET_PERCENTILES)}) within group (order by withdrawn), '{}')::text[] as withdrawn,
      coalesce(sum(earned), 0)::text as earned,
      array(
        select coalesce((select sum(earned) from ranked where place <= ceil(people * percent / 100.0)), 0)::text
        from unnest(${[...TOP_PERCENTS]}::int[]) percent
      ) as "earnedByTop",
      coalesce(percentile_disc(${fractions(REFERRAL_PERCENTILES)}) within group (order by referrals)
        filter (where earned > 0), '{}') as "referralsOfEarners",
      coalesce(percentile_disc(0.5) within group (order by depth), 0) as depth,
      (select coalesce(json_agg(counted order by edge), '[]') from counted) as bins
    from person`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('An aggregate has one row')
  return row
}

type MonthRow = { month: string; people: number; after: { months_after: CohortMonths; counts: CohortCounts }[] }

/** Whole months only. */
async function readMonths(tx: Tx): Promise<JoiningMonth[]> {
  const { rows } = await sql<MonthRow>`
    with joined as (
      select month_of(a.created_at) as month, count(*)::int as people from account a join member m on m.id = a.id
      group by 1
    )
    select to_char(month, 'YYYY-MM') as month, people, coalesce((
      select json_agg(json_build_object('months_after', months_after, 'counts', json_build_object(
        'people', c.people, 'earnedNothing', c.earned_nothing, 'gotBackLess', c.got_back_less)))
      from facts_cohort c where c.month = joined.month
    ), '[]') as after
    from joined where month < month_of(now()) order by month`.execute(tx)
  return rows.map(({ month, people, after }) => ({
    month,
    people,
    after: new Map(after.map(({ months_after: age, counts }) => [age, counts])),
  }))
}
