import type { Invariant } from './invariants.ts'

/** Invariants of what everybody reads about causes, each as a query for violations. */
export const CAUSE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'what each cause was given is what its donations brought, less what was reversed',
    inFullOnly: true,
    cost: 20,
    inJournals: `
      select c.id from cause c
      left join (
        select e.member_id, sum(e.amount) as given from entry e join journal j on j.id = e.journal_id
        where e.member_id < 0 and e.account = 'cause' and j.reason not in ('withdrawal_held', 'withdrawal_released')
        group by 1
      ) brought on brought.member_id = -c.id
      where coalesce(brought.given, 0) <> (
          select coalesce(sum(balance), 0) from system_account where owner = -c.id and account in ('cause', 'held')
        ) + (select coalesce(sum(amount), 0) from withdrawal w where w.member_id = -c.id and w.state = 'paid')`,
  },
  {
    name: 'the donors of each cause are counted as the donations say',
    inFullOnly: true,
    cost: 20,
    inJournals: `
      with progress as (select journal_id from report_progress), given as (
        select cause_id, member_id, sum(donations) as donations from (
          select cause_id, member_id, 1 as donations from donation, progress where donation.journal_id <= progress.journal_id
          union all
          select d.cause_id, d.member_id, -1 from progress, reversal r join donation d on d.journal_id = r.reverses
          where r.first_journal <= progress.journal_id
        ) each group by 1, 2
      )
      select coalesce(g.cause_id, d.cause_id) from given g full join cause_donor d using (cause_id, member_id)
      where g.donations is distinct from d.donations
      union all
      select coalesce(d.cause_id, c.cause_id) from (
        select cause_id, count(*) filter (where donations > 0) as donors from cause_donor group by 1
      ) d full join cause_count c using (cause_id)
      where d.donors is distinct from c.donors`,
  },
]
