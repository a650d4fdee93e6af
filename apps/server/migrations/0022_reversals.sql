-- What two operators took back, linked to what it was.

-- One row for each journal that was reversed.
create table reversal (
  reverses bigint primary key,
  -- One journal for each source, numbered in a row.
  first_journal bigint not null constraint one_reversal_per_journal unique,
  last_journal bigint not null,
  -- Who has the money back; 0 for the chain.
  member_id int not null,
  proposal_id int not null constraint one_reversal_per_proposal unique references proposal,
  constraint reversed_later check (reverses < first_journal and first_journal <= last_journal)
);
create index reversal_to_member on reversal (member_id);

alter table proposal drop constraint known_proposal;
alter table proposal add constraint known_proposal check (kind in
  ('adjustment', 'assignment', 'programme', 'signer', 'funding_address', 'payment', 'recovery', 'reversal'));
-- What is reversed once is proposed once.
create unique index one_reversal_of_journal on proposal (((details ->> 'journal')::bigint))
  where kind = 'reversal' and state <> 'rejected';

-- A transfer that was assigned to the wrong member can be assigned again.
alter table proposal add column reversed_by int references proposal;
drop index one_assignment_per_transfer;
create unique index one_assignment_per_transfer on proposal (((details ->> 'unmatched')::bigint))
  where kind = 'assignment' and state <> 'rejected' and reversed_by is null;

create or replace function guard_proposal() returns trigger language plpgsql as $$
begin
  if old.state = 'done' and new.reversed_by is not null and old.reversed_by is null
    and (to_jsonb(new) - 'reversed_by') = (to_jsonb(old) - 'reversed_by') then
    return new;
  end if;
  if old.state <> 'open' or new.reversed_by is not null then
    raise exception 'A proposal is decided once' using errcode = 'check_violation', constraint = 'proposal_moves';
  end if;
  return new;
end $$;

-- A reversed donation leaves the month that it was counted in.
create or replace function bring_reports_forward(journals_max int) returns boolean language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  done bigint;
  newest bigint;
  upto bigint;
begin
  select journal_id into done from report_progress for update skip locked;
  if not found then return false; end if;
  select coalesce(max(id), 0) into newest from journal;
  if newest <= done then return false; end if;
  upto := least(done + journals_max, newest);

  insert into team_donation_month (ancestor, month, donations, amount)
    select up.ancestor, given.month, sum(given.donations), sum(given.amount)
    from (
      select source_member, month_of(created_at) as month, count(*) as donations, sum(amount) as amount
      from journal where id > done and id <= upto and reason = 'donation' group by 1, 2
      union all
      select source_member, month_of(created_at), -1, -amount
      from reversal join journal on journal.id = reverses
      where first_journal > done and first_journal <= upto and reason = 'donation'
    ) given
    join member on member.id = given.source_member, unnest(member.upline) up(ancestor)
    group by 1, 2 order by 1, 2
    on conflict (ancestor, month) do update
    set donations = team_donation_month.donations + excluded.donations, amount = team_donation_month.amount + excluded.amount;
  perform sum_filled_pages(done, upto);
  update report_progress set journal_id = upto;
  return upto < newest;
end $$;

grant select, insert on reversal to trefoil_app;
grant update (reversed_by) on proposal to trefoil_app;
