-- Sums per month that would be dear to add up whenever somebody asks: brought forward from the journals in bounded
-- steps, so that a donation itself costs nothing more. Months are those of UTC.

-- Up to which journal the sums have come. Journals have no gaps and commit in order, so one number says it all.
create table report_progress (
  only_row boolean primary key default true,
  journal_id bigint not null default 0,
  constraint there_is_one check (only_row)
);
insert into report_progress default values;

create table earning_month (
  member_id int not null,
  month date not null,
  share entry_share not null,
  amount bigint not null,
  primary key (member_id, month, share)
) with (fillfactor = 70);

-- What the ten levels below a member gave.
create table team_donation_month (
  ancestor int not null,
  month date not null,
  donations int not null,
  amount bigint not null,
  primary key (ancestor, month)
) with (fillfactor = 70);

create function month_of(instant timestamptz) returns date immutable parallel safe language sql as $$
  select date_trunc('month', instant at time zone 'utc')::date
$$;

-- Takes the next journals into the sums. True if there are more. Whoever comes while another is at it leaves it to them.
create function bring_reports_forward(journals_max int) returns boolean language plpgsql
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
  insert into earning_month (member_id, month, share, amount)
    select entry.member_id, month_of(journal.created_at), entry.share, sum(entry.amount)
    from entry join journal on journal.id = entry.journal_id
    where entry.journal_id > done and entry.journal_id <= upto and journal.reason = 'donation' and entry.member_id > 0
      and entry.amount > 0
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (member_id, month, share) do update set amount = earning_month.amount + excluded.amount;
  update report_progress set journal_id = upto;
  return upto < newest;
end $$;

-- The first account that was opened at that time or later. Ids are given out in order of opening: so a few steps by the
-- key find it, and time needs no index of its own.
create function first_account_since(instant timestamptz) returns int stable language plpgsql as $$
declare
  low int := 1;
  high int := coalesce((select max(id) from account), 0) + 1;
  middle int;
  seen record;
begin
  while low < high loop
    middle := low + (high - low) / 2;
    select id, created_at into seen from account where id >= middle order by id limit 1;
    if seen.created_at >= instant then high := middle; else low := seen.id + 1; end if;
  end loop;
  return low;
end $$;

-- How many joined the team in each of the last months, the oldest first. Most chunks lie in one month as a whole: only
-- the others are looked into.
create function team_growth(viewer int, months int) returns table (month date, joined int) rows 12 stable language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  starts date[] := array(
    select (month_of(now()) - make_interval(months => months - turn))::date from generate_series(1, months) turn
  );
  firsts int[] := array(select first_account_since(start::timestamp at time zone 'utc') from unnest(starts) start);
begin
  return query
  with part as (
    select members, width_bucket(members[1], firsts) as earliest,
      width_bucket(members[cardinality(members)], firsts) as latest
    from team_chunk where ancestor = viewer
  ),
  counted as (
    select earliest as turn, cardinality(members) as members from part where earliest = latest
    union all
    select width_bucket(id, firsts), 1 from part, unnest(members) id where earliest <> latest
  )
  select starts[turn], coalesce(sum(members), 0)::int
  from generate_series(1, months) turn left join counted using (turn)
  group by turn order by turn;
end $$;

grant select, insert, update on report_progress, earning_month, team_donation_month to trefoil_app;
