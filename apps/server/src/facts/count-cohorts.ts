import { COHORT_MONTHS, type CohortMonths } from '@trefoil/core/facts/cohorts'
import { sql } from 'kysely'
import type { Database, Reader } from '../db/database.ts'

type Due = { month: string; age: CohortMonths }

/** Counts every cohort whose last member has been there for so long by now, each once. */
export async function countCohorts(db: Database, isOver: () => boolean = () => false): Promise<void> {
  for (const due of await findDue(db)) {
    if (isOver()) return
    await countCohort(db, due)
  }
}

async function findDue(db: Reader): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with first as (
      select month_of(min(a.created_at)) as month from account a join member m on m.id = a.id
    )
    select each.month::date::text as month, age from first,
      generate_series(first.month, month_of(now()), interval '1 month') each(month),
      unnest(${[...COHORT_MONTHS]}::int[]) age
    where each.month + make_interval(months => age + 1) <= now() at time zone 'utc'
      and not exists (select from facts_cohort c where c.month = each.month::date and c.months_after = age)
    order by 1, 2`.execute(db)
  return rows
}

/**
 * A donation that was reversed by then counts for nobody. Goes through the lines of this cohort's members only, by their
 * keys. That may take its time: the first run of a large installation has years to count.
 */
const countCohort = (db: Database, { month, age }: Due): Promise<unknown> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
      insert into facts_cohort (month, months_after, people, earned_nothing, got_back_less)
      select ${month}::date, ${age}::int, count(*), count(*) filter (where given_back.earned = 0),
        count(*) filter (where given_back.earned < given.donated)
      from account a join member m on m.id = a.id
      cross join lateral (
        select (a.created_at at time zone 'utc' + make_interval(months => ${age}::int)) at time zone 'utc' as until
      ) own
      cross join lateral (
        select coalesce(sum(j.amount), 0) as donated from journal j
        where j.source_member = a.id and j.reason = 'donation' and j.created_at < own.until and ${notReversed}
      ) given
      cross join lateral (
        select coalesce(sum(e.amount), 0) as earned from entry e join journal j on j.id = e.journal_id
        where e.member_id = a.id and e.account = 'available' and e.amount > 0 and j.reason = 'donation'
          and j.created_at < own.until and ${notReversed}
      ) given_back
      where a.created_at >= ${month}::timestamp at time zone 'utc'
        and a.created_at < (${month}::timestamp + interval '1 month') at time zone 'utc'
      on conflict do nothing`.execute(tx)
  })

const notReversed = sql`not exists (
  select from reversal r join journal taken on taken.id = r.first_journal
  where r.reverses = j.id and taken.created_at < own.until)`
