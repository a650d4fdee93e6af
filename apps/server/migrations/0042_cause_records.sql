-- What a cause is: operators write it, everybody reads it.

-- As it was drawn anew from somebody's file, in two sizes, by a hash of its content.
create table picture (
  name text collate "C" primary key constraint named_by_its_content check (name ~ '^[0-9a-f]{32}$'),
  width int not null,
  height int not null,
  large bytea not null,
  small bytea not null,
  added_at timestamptz not null default present()
);
-- WebP does not get any smaller.
alter table picture alter column large set storage external, alter column small set storage external;

alter table cause
  add column summary text not null default '' constraint summary_fits check (length(summary) <= 280),
  add column story text not null default '' constraint story_fits check (length(story) <= 20000),
  add column picture text collate "C" references picture,
  add column picture_description text not null default '',
  add column legal_name text not null default '',
  add column country text constraint country_has_two_letters check (country ~ '^[A-Z]{2}$'),
  add column registration_number text not null default '',
  add column link text not null default '' constraint link_leads_to_the_web check (link = '' or link ~ '^https?://'),
  -- The words of each jurisdiction where donations are deductible.
  add column deductible jsonb not null default '[]',
  add column payout_address text collate "C",
  -- Nothing is paid to a new address before.
  add column payout_address_from timestamptz,
  -- Two operators agreed to it there.
  add column payout_address_by int references proposal,
  add constraint address_is_agreed_on check (
    (payout_address is null) = (payout_address_from is null) and (payout_address is null) = (payout_address_by is null));

-- A cause never becomes a draft again: people have given to it.
create function guard_cause() returns trigger language plpgsql as $$
begin
  if new.state = 'draft' then
    raise exception 'A cause that was open stays known' using errcode = 'check_violation', constraint = 'cause_moves';
  end if;
  return new;
end $$;
create trigger cause_moves before update of state on cause for each row
  when (old.state <> new.state) execute function guard_cause();

-- What was done with the money.
create table cause_update (
  id int generated always as identity primary key,
  cause_id int not null references cause,
  title text not null,
  text text not null,
  posted_by int not null references account,
  posted_at timestamptz not null default present()
);
create index cause_update_of_cause on cause_update (cause_id, id);

create table cause_update_picture (
  update_id int not null references cause_update,
  place smallint not null,
  picture text collate "C" not null references picture,
  description text not null,
  primary key (update_id, place)
);

alter table proposal drop constraint known_proposal;
alter table proposal add constraint known_proposal check (kind in
  ('adjustment', 'assignment', 'programme', 'signer', 'funding_address', 'payment', 'recovery', 'reversal', 'settings',
    'cause'));

-- Who gave to whom, and how many they are: brought forward with the reports, so that nobody counts donations to read it.
create table cause_donor (
  cause_id int not null references cause,
  member_id int not null references member,
  -- Without those that were reversed.
  donations int not null constraint no_donation_is_reversed_twice check (donations >= 0),
  primary key (cause_id, member_id)
);
create table cause_count (
  cause_id int primary key references cause,
  donors int not null constraint nobody_leaves_twice check (donors >= 0)
);

-- From the journals after `done` up to `upto`.
create function count_donors(done bigint, upto bigint) returns void language sql as $$
  with given as (
    select cause_id, member_id, sum(donations)::int as donations from (
      select cause_id, member_id, 1 as donations from donation where journal_id > done and journal_id <= upto
      union all
      select d.cause_id, d.member_id, -1 from reversal r join donation d on d.journal_id = r.reverses
      where r.first_journal > done and r.first_journal <= upto
    ) each group by 1, 2
  ), written as (
    insert into cause_donor (cause_id, member_id, donations)
    select cause_id, member_id, given.donations + coalesce(before.donations, 0)
    from given left join cause_donor before using (cause_id, member_id) order by 1, 2
    on conflict (cause_id, member_id) do update set donations = excluded.donations
    returning cause_id, member_id, donations
  ), more as (
    -- Within one statement, the table is still as it was.
    select cause_id, count(*) filter (where w.donations > 0) - count(*) filter (where before.donations > 0) as donors
    from written w left join cause_donor before using (cause_id, member_id) group by 1
  )
  insert into cause_count (cause_id, donors)
  select cause_id, more.donors + coalesce(before.donors, 0) from more left join cause_count before using (cause_id)
  on conflict (cause_id) do update set donors = excluded.donors
$$;

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
  perform count_donors(done, upto);
  update report_progress set journal_id = upto;
  return upto < newest;
end $$;

select count_donors(0, journal_id) from report_progress;

grant select, insert on picture, cause_update, cause_update_picture to trefoil_app;
grant select, insert, update on cause_donor, cause_count to trefoil_app;
grant insert (slug, name, summary, story, picture, picture_description, legal_name, country, registration_number, link,
  deductible) on cause to trefoil_app;
grant update (slug, name, state, summary, story, picture, picture_description, legal_name, country, registration_number,
  link, deductible, payout_address, payout_address_from, payout_address_by) on cause to trefoil_app;
