import { IN_SLICE, type Invariant } from './invariants.ts'

/** Invariants of members who were erased, each as a query for violations. */
export const FORMER_INVARIANTS: readonly Invariant[] = [
  {
    name: 'a former member has nothing, and got nothing since',
    elsewhere: `
      select coalesce(f.member_id, p.member_id) from former_member f
      full join (select * from member_balance where closed) p using (member_id)
      where f.member_id is null or p.member_id is null or (p.impact, p.available, p.held) <> (0, 0, 0)
      union all
      -- The limit keeps this to a look at the index for each account.
      select late.journal_id from former_member f
      cross join (values ('impact'::ledger_account), ('available'), ('held')) own (account)
      cross join lateral (
        select journal_id from entry e where (e.member_id, e.account) = (f.member_id, own.account)
        order by sequence desc limit 1
      ) late
      where late.journal_id > f.last_journal`,
  },
  {
    name: 'what a closed account had left went to the cause',
    inJournals: `
      select j.id from journal j left join former_member f on f.member_id = j.source_member
      where ${IN_SLICE('j.id')} and j.reason = 'closing' and (f.member_id is null or j.id > f.last_journal)`,
  },
]
