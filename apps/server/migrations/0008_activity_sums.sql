-- What happened to an account and what it earned, counted per month. Only for long histories: a page that is not full
-- yet is read as it is, so that most accounts have no row here and posting costs nothing more. Months are those of UTC.

-- Up to which entry of an account, or which note, the months have come.
create table activity_summed (
  account_id int not null,
  origin text not null,
  upto bigint not null default 0,
  primary key (account_id, origin),
  constraint known_origin check (origin in ('impact', 'available', 'note'))
);

create table entry_month (
  member_id int not null,
  month date not null,
  reason journal_reason not null,
  -- Of what arrived; null for what left.
  share entry_share,
  entries int not null,
  -- Without a sign.
  amount bigint not null,
  constraint one_sum_each unique nulls not distinct (member_id, month, reason, share)
) with (fillfactor = 70);

create table note_month (
  account_id int not null,
  month date not null,
  type text not null,
  notes int not null,
  primary key (account_id, month, type)
) with (fillfactor = 70);

-- An account's entries within a range, as its history tells them. Earnings moved into the own impact balance are one
-- thing that happened, told where they left.
create function told_entries(member int, of_account ledger_account, after bigint, upto bigint)
returns table (month date, reason journal_reason, share entry_share, entries int, amount bigint) rows 100 stable
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
  select month_of(j.created_at), j.reason, e.share, count(*)::int, sum(abs(e.amount))::bigint
  from entry e join journal j on j.id = e.journal_id
  where e.member_id = member and e.account = of_account and e.sequence > after and e.sequence <= upto
    and not (of_account = 'impact' and e.amount > 0 and j.reason = 'transfer' and j.source = 'available')
  group by 1, 2, 3;
end $$;

-- Takes whole pages of 1,024 entries into the months, at most so many pages. Entries of an account are numbered without
-- gaps in the order of their commits. Whoever comes while another is at it leaves it to them.
create function sum_entries(member int, of_account ledger_account, pages_max int) returns void language plpgsql as $$
declare
  done bigint;
  newest bigint;
  upto_now bigint;
begin
  select case of_account when 'impact' then impact_sequence else available_sequence end into newest
    from purse where member_id = member;
  select upto into done from activity_summed where account_id = member and origin = of_account::text;
  if coalesce(newest, 0) - coalesce(done, 0) < 1024 then return; end if;
  insert into activity_summed (account_id, origin) values (member, of_account::text) on conflict do nothing;
  select upto into done from activity_summed where account_id = member and origin = of_account::text
    for update skip locked;
  if not found or newest - done < 1024 then return; end if;
  upto_now := done + least((newest - done) / 1024, pages_max) * 1024;
  insert into entry_month (member_id, month, reason, share, entries, amount)
    select member, told.* from told_entries(member, of_account, done, upto_now) told
    on conflict (member_id, month, reason, share) do update
    set entries = entry_month.entries + excluded.entries, amount = entry_month.amount + excluded.amount;
  update activity_summed set upto = upto_now where account_id = member and origin = of_account::text;
end $$;

-- The same for notes. Their numbers are taken before the commit, so only those count that are older than any
-- transaction can be.
create function sum_notes(account int, pages_max int) returns void language plpgsql
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  done bigint := coalesce((select upto from activity_summed where account_id = account and origin = 'note'), 0);
  upto_now bigint;
  found_now bigint;
begin
  -- A page at a time, so that no more is read than is taken.
  upto_now := done;
  for page in 1..pages_max loop
    select id into found_now from activity
      where account_id = account and id > upto_now and created_at < now() - interval '5 minutes'
      order by id offset 1023 limit 1;
    exit when not found;
    upto_now := found_now;
  end loop;
  if upto_now = done then return; end if;
  insert into activity_summed (account_id, origin) values (account, 'note') on conflict do nothing;
  perform from activity_summed where account_id = account and origin = 'note' and upto = done for update skip locked;
  if not found then return; end if;
  insert into note_month (account_id, month, type, notes)
    select account, month_of(created_at), type, count(*) from activity
    where account_id = account and id > done and id <= upto_now group by 2, 3
    on conflict (account_id, month, type) do update set notes = note_month.notes + excluded.notes;
  update activity_summed set upto = upto_now where account_id = account and origin = 'note';
end $$;

-- What a member's history tells of money, by month from the given one on: the months that were counted, and the entries
-- that were not.
create function entry_months(member int, first_month date)
returns table (month date, reason journal_reason, share entry_share, entries int, amount bigint) rows 100 stable
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  select month, reason, share, sum(entries)::int, sum(amount)::bigint
  from (
    select month, reason, share, entries, amount from entry_month where member_id = member and month >= first_month
    union all
    select told.* from unnest('{impact,available}'::ledger_account[]) own(account)
      left join activity_summed on account_id = member and origin = own.account::text,
      told_entries(member, own.account, coalesce(upto, 0), 9223372036854775807) told
    where told.month >= first_month
  ) counted
  group by 1, 2, 3;
end $$;

create function note_months(account int, first_month date)
returns table (month date, type text, notes int) rows 20 stable
language plpgsql set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
begin
  return query
  select month, type, sum(notes)::int
  from (
    select month, type, notes from note_month where account_id = account and month >= first_month
    union all
    select month_of(created_at), type, 1 from activity
    where account_id = account and month_of(created_at) >= first_month
      and id > coalesce((select upto from activity_summed where account_id = account and origin = 'note'), 0)
  ) counted
  group by 1, 2;
end $$;

-- The accounts of whom these journals filled a page are counted, so that a long history never waits for being asked.
create function sum_filled_pages(after_journal bigint, upto_journal bigint) returns void language plpgsql
set enable_seqscan = off as $$
begin
  perform sum_entries(member_id, account, 64)
  from (
    select distinct member_id, account from entry
    where journal_id > after_journal and journal_id <= upto_journal and sequence % 1024 = 0
      and account in ('impact', 'available')
    order by member_id, account
  ) filled;
end $$;

-- Takes the next journals into the sums. True if there are more. Whoever comes while another is at it leaves it to them.
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
    select up.ancestor, month_of(journal.created_at), count(*), sum(journal.amount)
    from journal join member on member.id = journal.source_member, unnest(member.upline) up(ancestor)
    where journal.id > done and journal.id <= upto and journal.reason = 'donation'
    group by 1, 2 order by 1, 2
    on conflict (ancestor, month) do update
    set donations = team_donation_month.donations + excluded.donations, amount = team_donation_month.amount + excluded.amount;
  perform sum_filled_pages(done, upto);
  update report_progress set journal_id = upto;
  return upto < newest;
end $$;

-- What was earned is told by the months of the entries, and by the entries themselves.
drop table earning_month;

-- Histories that were long before.
select sum_entries(member_id, 'impact', 1000000) from purse where impact_sequence >= 1024;
select sum_entries(member_id, 'available', 1000000) from purse where available_sequence >= 1024;

grant select, insert, update on activity_summed, entry_month, note_month to trefoil_app;
