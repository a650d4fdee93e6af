import { IN_SLICE, type Invariant } from './invariants.ts'
import { latestDonation } from './latest-donation.ts'

/** The reversal that a journal `j` belongs to, as `r`: found by one look at the index. */
const REVERSAL_OF_JOURNAL = `join lateral (
    select * from reversal where first_journal <= j.id order by first_journal desc limit 1
  ) r on j.id <= r.last_journal`

/** Invariants of reversals, each as a query for violations. */
export const REVERSAL_INVARIANTS: readonly Invariant[] = [
  {
    name: 'every reversal takes back one journal as a whole, as two persons agreed',
    cost: 11,
    inJournals: `
      with lately as materialized (
        select r.*, o.reason, o.source_member, o.source, o.amount
        from reversal r left join journal o on o.id = r.reverses where ${IN_SLICE('r.first_journal')}
      ), back as materialized (
        select j.id, j.amount, r.reverses from (
          select id, amount from journal where ${IN_SLICE('id')} and reason = 'reversal'
          -- A reversal that begins in this slice may end in the next.
          union select j.id, j.amount from lately r join journal j
            on j.id between r.first_journal and r.last_journal and j.id > $3 and j.reason = 'reversal'
        ) j left ${REVERSAL_OF_JOURNAL}
      ), of_both as materialized (
        -- One look at the entries for both: in a full check that is a look at all of them.
        select journal_id, member_id, account, share, amount from entry
        where journal_id in (select reverses from lately union select id from back)
      ), given as materialized (
        select r.reverses, e.member_id, e.account, e.share, e.amount
        from lately r join of_both e on e.journal_id = r.reverses where e.amount > 0
      ), returned as materialized (
        select r.reverses, e.member_id, e.account, e.share, e.amount, (e.member_id, e.account) = (source_member, source) as home
        from lately r join back using (reverses) join of_both e on e.journal_id = back.id
      )
      select id from back where reverses is null
      union all
      select r.reverses from lately r
      left join proposal p on p.id = r.proposal_id
      left join (select reverses, count(*) as journals, sum(amount) as amount from back group by reverses) b using (reverses)
      where (p.kind, p.state, p.details ->> 'journal') is distinct from ('reversal', 'done', r.reverses::text)
        or p.decided_by is not distinct from p.proposed_by
        or not (r.reason in ('transfer', 'donation') or r.reason = 'adjustment' and r.source = 'chain')
        or r.source_member is distinct from r.member_id
        or b.journals is distinct from r.last_journal - r.first_journal + 1 or b.amount is distinct from r.amount
      union all
      -- Every share comes back to where it came from.
      select reverses from (select reverses, share, sum(amount) as amount from given group by 1, 2) given
      full join (
        select reverses, share, sum(amount) as amount from returned where amount > 0 and home group by 1, 2
      ) returned using (reverses, share)
      where given.amount is distinct from returned.amount
      union all
      -- Nobody returns more than they got, except operations.
      select reverses from (
        select reverses, member_id, account, -sum(amount) as amount from returned where amount < 0 group by 1, 2, 3
      ) returned left join (
        select reverses, member_id, account, sum(amount) as amount from given group by 1, 2, 3
      ) given using (reverses, member_id, account)
      where account <> 'operations' and returned.amount > coalesce(given.amount, 0)`,
  },
  {
    name: 'every agreed reversal was carried out, and only a reversed assignment can be assigned again',
    elsewhere: `
      select p.id from proposal p left join reversal r on r.proposal_id = p.id
      where p.kind = 'reversal' and (r.proposal_id is not null) <> (p.state = 'done')
      union all
      -- From both sides: the assignments that say so, and those that were.
      select coalesce(said.id, really.id)
      from (select id, reversed_by from proposal where reversed_by is not null) said
      full join (
        select p.id, r.proposal_id as reversed_by from reversal r join journal o on o.id = r.reverses
        join proposal p on p.kind = 'assignment' and o.reference = 'proposal-' || p.id
        where o.reason = 'adjustment'
      ) really on really.id = said.id
      where said.reversed_by is distinct from really.reversed_by`,
  },
  {
    name: 'after a reversal, a window counts the shares since it opened that were not taken back',
    inJournals: `
      with lately as (
        select r.first_journal, r.last_journal, r.member_id from reversal r
        join journal o on o.id = r.reverses and o.reason = 'donation' where ${IN_SLICE('r.first_journal')}
      ), touched as (
        select member_id from lately
        union select j.source_member from lately r join journal j on j.id between r.first_journal and r.last_journal
        where j.source = 'available'
      )
      select touched.member_id from touched
      cross join lateral (
        select coalesce((select id from (${latestDonation('touched.member_id')}) latest), 0) as id
      ) opened
      -- Looked up for each, so that only the touched members' shares are summed.
      where (select stage_balance from member_balance p where p.member_id = touched.member_id) <> (
          select coalesce(sum(amount), 0) from entry e where e.member_id = touched.member_id and e.account = 'available'
            and e.journal_id > opened.id and e.share not in ('whole', 'dust', 'cause', 'operations')
        ) - (
          select coalesce(sum(j.amount), 0) from journal j ${REVERSAL_OF_JOURNAL}
          join journal o on o.id = r.reverses and o.reason = 'donation'
          where j.source_member = touched.member_id and j.reason = 'reversal' and j.source = 'available'
            and r.reverses > opened.id
        )`,
  },
  {
    name: 'every reversal restored what its original had taken from the deposits that can be returned',
    inFullOnly: true,
    elsewhere: `
      select r.reverses from reversal r join journal o on o.id = r.reverses
      -- The limit keeps this to a look at the index for each, and the sum to the one on members: the one on journals is coarse.
      left join lateral (
        select sequence, balance_after from entry e
        where o.source = 'impact' and (e.member_id, e.account) = (r.member_id, 'impact') and e.journal_id + 0 = o.id limit 1
      ) debit on true
      where r.restored <> case when debit.sequence is null then 0
        else greatest(returnable_before(r.member_id, debit.sequence) - debit.balance_after, 0) end`,
  },
]
