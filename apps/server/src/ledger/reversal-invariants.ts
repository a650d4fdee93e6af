import type { Invariant } from './invariants.ts'
import { latestDonation } from './latest-donation.ts'

/** Invariants of reversals, each as a query for violations. There are few reversals: each is checked in detail. */
export const REVERSAL_INVARIANTS: readonly Invariant[] = [
  {
    name: 'every reversal takes back one journal as a whole, as two persons agreed',
    violations: `
      select j.id from journal j where j.id > $1 and j.reason = 'reversal'
        and not exists (select from reversal r where j.id between r.first_journal and r.last_journal)
      union all
      select r.reverses from reversal r
      left join journal o on o.id = r.reverses
      left join proposal p on p.id = r.proposal_id
      left join lateral (
        select count(*) as journals, count(*) filter (where reason = 'reversal') as reversing, sum(amount) as amount
        from journal where id between r.first_journal and r.last_journal
      ) back on true
      where r.first_journal > $1 and ((p.kind, p.state, p.details ->> 'journal') is distinct from
          ('reversal', 'done', r.reverses::text)
        or p.decided_by is not distinct from p.proposed_by
        or o.reason not in ('transfer', 'donation', 'adjustment') or o.source_member is distinct from r.member_id
        or back.journals <> r.last_journal - r.first_journal + 1 or back.reversing <> back.journals
        or back.amount is distinct from o.amount
        -- Every share comes back to where it came from.
        or exists (
          select from (
            select share, sum(amount) as amount from entry where journal_id = r.reverses and amount > 0 group by share
          ) given full join (
            select share, sum(amount) as amount from entry where journal_id between r.first_journal and r.last_journal
              and amount > 0 and (member_id, account) = (o.source_member, o.source) group by share
          ) returned using (share)
          where given.amount is distinct from returned.amount)
        -- Nobody returns more than they got, except operations.
        or exists (
          select from (
            select member_id, account, -sum(amount) as amount from entry
            where journal_id between r.first_journal and r.last_journal and amount < 0 group by 1, 2
          ) returned left join (
            select member_id, account, sum(amount) as amount from entry
            where journal_id = r.reverses and amount > 0 group by 1, 2
          ) given using (member_id, account)
          where account <> 'operations' and returned.amount > coalesce(given.amount, 0)))`,
  },
  {
    name: 'every agreed reversal was carried out, and only a reversed assignment can be assigned again',
    violations: `
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
    violations: `
      with back as (
        select j.source_member as member_id, j.source, j.amount, r.reverses, r.member_id as returned_to, j.id
        from reversal r join journal o on o.id = r.reverses and o.reason = 'donation'
        join journal j on j.id between r.first_journal and r.last_journal
      ), touched as (
        select member_id from back where id > $1 and source = 'available' union select returned_to from back where id > $1
      )
      select p.member_id from touched join member_balance p using (member_id)
      cross join lateral (select coalesce((select id from (${latestDonation('p.member_id')}) latest), 0) as id) opened
      where p.stage_balance <> (
          select coalesce(sum(amount), 0) from entry e where e.member_id = p.member_id and e.account = 'available'
            and e.journal_id > opened.id and e.share not in ('whole', 'dust', 'cause', 'operations')
        ) - (
          select coalesce(sum(amount), 0) from back
          where back.member_id = p.member_id and back.source = 'available' and back.reverses > opened.id
        )`,
  },
]
