-- Teams: the ten levels below a member, in a form where every list, count and page is bounded work.

create extension if not exists pg_trgm;

-- A newcomer's number at their level of the team of each one above, from 0 in order of joining; in the order of `upline`.
alter table member add column seats int[] not null default '{}';
drop index member_by_sponsor;
create index member_by_sponsor on member (sponsor, id);

-- The purse is opened before the network is locked, so its member is looked for at the commit.
alter table purse alter constraint purse_member_id_fkey deferrable initially deferred;

create table team (
  member_id int primary key references member,
  -- How many there are one to ten levels below.
  sizes int[] not null default '{0,0,0,0,0,0,0,0,0,0}',
  referrals int not null default 0,
  active_referrals int not null default 0,
  -- Of the team, the ten with the most referrals, in no order. Referrals only grow, so that who is outside
  -- can only come in by a referral of their own: the list is exact without ever looking at the whole team.
  top_referrers int[] not null default '{}',
  constraint ten_levels check (cardinality(sizes) = 10),
  constraint ten_top_referrers check (cardinality(top_referrers) <= 10)
) with (fillfactor = 70);

-- 128 members of one level of one team, in order of joining. One row for all of them, because rows are what costs:
-- a member is in ten teams, and takes five bytes in each.
create table team_chunk (
  ancestor int not null references team,
  level smallint not null,
  chunk int not null,
  -- One character per member: 0 to 9, and A for ten.
  stages text collate "C" not null,
  members int[] not null,
  primary key (ancestor, level, chunk),
  constraint one_stage_each check (length(stages) = cardinality(members) and length(stages) between 1 and 128)
) with (fillfactor = 70);

-- How many of 2,048 members of one level of one team, 16 chunks, are at each stage from 0 to 10. The largest team
-- has about fifty of these: what is counted or skipped is never read member by member.
create table team_span (
  ancestor int not null references team,
  level smallint not null,
  span int not null,
  counts int[] not null,
  primary key (ancestor, level, span),
  constraint eleven_stages check (cardinality(counts) = 11),
  constraint nobody_is_missing check (0 <= all(counts))
) with (fillfactor = 70);

-- How many letters there are of each stage.
create function stage_counts(stages text) returns int[] immutable parallel safe language sql as $$
  select array[
    length(stages) - length(replace(stages, '0', '')), length(stages) - length(replace(stages, '1', '')),
    length(stages) - length(replace(stages, '2', '')), length(stages) - length(replace(stages, '3', '')),
    length(stages) - length(replace(stages, '4', '')), length(stages) - length(replace(stages, '5', '')),
    length(stages) - length(replace(stages, '6', '')), length(stages) - length(replace(stages, '7', '')),
    length(stages) - length(replace(stages, '8', '')), length(stages) - length(replace(stages, '9', '')),
    length(stages) - length(replace(stages, 'A', ''))
  ]
$$;

create function recount(counts int[], gained text, lost text) returns int[] immutable parallel safe language sql as $$
  select array_agg(had + more - fewer order by stage)
  from unnest(counts, stage_counts(gained), stage_counts(lost)) with ordinality stages(had, more, fewer, stage)
$$;

create function stage_letter(stage int) returns text immutable parallel safe language sql as $$
  select substr('0123456789A', stage + 1, 1)
$$;

-- The shallowest open slot under the sponsor, left before center before right, level by level.
-- At most one step per level each way: `gap` says where to go, and stops changing soon on the way back.
create or replace function place_member(new_id int, new_code text, sponsor_id int) returns void language plpgsql
-- A plan that was made while the network was small must not read all of it later: every row is found by its key.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  sponsor member;
  above member;
  slot int;
  new_gap int;
  new_upline int[];
  new_seats int[];
begin
  -- One placement at a time: the slot that was found is still open when it is taken.
  perform pg_advisory_xact_lock(1953654118, 3);
  select * into strict sponsor from member where id = sponsor_id;
  above := sponsor;
  while above.gap > 0 loop
    select * into strict above from member where parent = above.id and gap = above.gap - 1 order by position limit 1;
  end loop;
  select min(open) into strict slot from generate_series(0, 2) open
    where not exists (select from member where parent = above.id and position = open);
  new_upline := (above.id || above.upline)[1:10];

  with seat as (
    update team set sizes[up.level::int] = sizes[up.level::int] + 1
    from unnest(new_upline) with ordinality up(ancestor, level)
    where member_id = up.ancestor
    returning up.level, sizes[up.level::int] - 1 as number
  )
  select array_agg(number order by level) into new_seats from seat;
  insert into member (id, referral_code, sponsor, parent, position, depth, upline, seats)
    values (new_id, new_code, sponsor_id, above.id, slot, above.depth + 1, new_upline, new_seats);
  insert into team (member_id) values (new_id);
  insert into team_chunk (ancestor, level, chunk, stages, members)
    select up.ancestor, up.level, up.seat / 128, '0', array[new_id]
    from unnest(new_upline, new_seats) with ordinality up(ancestor, seat, level)
    on conflict (ancestor, level, chunk)
    do update set stages = team_chunk.stages || excluded.stages, members = team_chunk.members || excluded.members;
  insert into team_span (ancestor, level, span, counts)
    select up.ancestor, up.level, up.seat / 2048, stage_counts('0')
    from unnest(new_upline, new_seats) with ordinality up(ancestor, seat, level)
    on conflict (ancestor, level, span) do update set counts[1] = team_span.counts[1] + 1;
  perform count_referral(sponsor);

  loop
    select case when count(*) < 3 then 0 else 1 + min(gap) end into new_gap from member where parent = above.id;
    exit when new_gap = above.gap;
    update member set gap = new_gap where id = above.id;
    exit when above.parent is null;
    select * into strict above from member where id = above.parent;
  end loop;
end $$;

-- One more for the sponsor, who may now be among the top referrers of those above. Of equals the earlier member leads.
create function count_referral(sponsor member) returns void language plpgsql as $$
declare
  reached int;
  above team;
  weakest team;
begin
  update team set referrals = referrals + 1 where member_id = sponsor.id returning referrals into reached;
  for above in
    select * from team where member_id = any(sponsor.upline) and sponsor.id <> all(top_referrers)
  loop
    weakest := null;
    if cardinality(above.top_referrers) = 10 then
      select * into strict weakest from team where member_id = any(above.top_referrers)
        order by referrals, member_id desc limit 1;
      continue when (weakest.referrals, -weakest.member_id) > (reached, -sponsor.id);
    end if;
    update team set top_referrers = array_remove(top_referrers, weakest.member_id) || sponsor.id
      where member_id = above.member_id;
  end loop;
end $$;

-- Puts the letters at their places, counted from 0.
create function with_letters(stages text, places int[], letters text[]) returns text immutable language plpgsql as $$
begin
  for i in 1..cardinality(places) loop
    stages := overlay(stages placing letters[i] from places[i] + 1 for 1);
  end loop;
  return stages;
end $$;

-- The new stages of these members, in all teams that they belong to: at most ten rows each, all in one statement.
-- Of a member named twice the last stage counts. Waits for the network, so it comes last before the commit.
create function set_team_stage(member_ids int[], new_stages smallint[]) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  perform pg_advisory_xact_lock(1953654118, 3);
  with named as (
    select distinct on (id) id, stage_letter(stage) as letter
    from unnest(member_ids, new_stages) with ordinality named(id, stage, turn)
    order by id, turn desc
  ),
  -- The nearest team tells what the stage was: they all say the same.
  change as (
    select named.*, sponsor, upline, seats, was.letter as old_letter
    from named join member using (id), lateral (
      select substr(stages, seats[1] % 128 + 1, 1) as letter from team_chunk
      where ancestor = upline[1] and level = 1 and chunk = seats[1] / 128 offset 0
    ) was
    where was.letter <> named.letter
  ),
  counted as (
    update team set active_referrals = active_referrals + became.active
    from (
      select sponsor, sum((letter <> '0')::int - (old_letter <> '0')::int) as active from change group by sponsor
    ) became
    where member_id = became.sponsor and became.active <> 0
  ),
  place as (
    select letter, old_letter, ancestor, level::smallint as level, seat
    from change, unnest(upline, seats) with ordinality up(ancestor, seat, level)
  ),
  recounted as (
    update team_span set counts = recount(counts, moved.gained, moved.lost)
    from (
      select ancestor, level, seat / 2048 as span, string_agg(letter, '') as gained, string_agg(old_letter, '') as lost
      from place group by 1, 2, 3
    ) moved
    where team_span.ancestor = moved.ancestor and team_span.level = moved.level and team_span.span = moved.span
  )
  update team_chunk set stages = with_letters(stages, moved.places, moved.letters)
  from (
    select ancestor, level, seat / 128 as chunk, array_agg(seat % 128) as places, array_agg(letter) as letters
    from place group by 1, 2, 3
  ) moved
  where team_chunk.ancestor = moved.ancestor and team_chunk.level = moved.level and team_chunk.chunk = moved.chunk;
end $$;

-- One page of a team in order of level, then of joining. Of the stages all (0 to 10), the active (1 to 10) or one.
-- The counts say in which spans the page lies, and so in which chunks, so that no page is dearer than another.
-- There is always a row: past the end it has the total alone.
create function team_page(viewer int, stage_from int, stage_to int, skip bigint, take int)
returns table (total bigint, number bigint, member_id int, level smallint, stage int) rows 10 stable language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  wanted constant text := substr('0123456789A', stage_from + 1, stage_to - stage_from + 1);
  mark constant text := case length(wanted) when 1 then wanted else 'x' end;
begin
  return query
  with spans as materialized (
    select level, span, matching, sum(matching) over (order by level, span) as up_to
    from team_span, lateral (select sum(count) as matching from unnest(counts[stage_from + 1 : stage_to + 1]) count) here
    where ancestor = viewer
  ),
  chunks as (
    select level, members, stages, marked, matching,
      before + sum(matching) over (partition by level, span order by chunk) as up_to
    from (
      select level, span, up_to - matching as before from spans
      where matching > 0 and up_to > skip and up_to - matching < skip + take
    ) spans_of_page,
    -- Kept apart, so that they are found by their key.
    lateral (
      select chunk, members, stages, marked, length(marked) - length(replace(marked, mark, '')) as matching
      from team_chunk, lateral (
        -- Who is looked for has the mark.
        select case length(wanted) when 1 then stages else translate(stages, wanted, repeat(mark, 11)) end as marked
      ) as_marked
      where ancestor = viewer and level = spans_of_page.level and chunk between span * 16 and span * 16 + 15
      offset 0
    ) chunks_of_span
  ),
  listed as (
    select up_to - matching + turn as number, members[at] as member_id, level,
      strpos('0123456789A', substr(stages, at, 1)) - 1 as stage
    from chunks, lateral (
      -- Between the marks are those who are skipped: their lengths tell where each mark is.
      select turn, (turn + sum(length(skipped)) over (order by turn))::int as at
      from string_to_table(marked, mark) with ordinality pieces(skipped, turn)
    ) marks
    where matching > 0 and up_to > skip and up_to - matching < skip + take and turn <= matching
  )
  select (select coalesce(max(up_to), 0) from spans)::bigint,
    listed.number::bigint, listed.member_id, listed.level, listed.stage
  from (select) always left join listed on listed.number > skip and listed.number <= skip + take
  order by listed.number;
end $$;

-- The viewer, or the one of the viewer's team whose code is given, and those below, level by level: some levels down,
-- and never below the viewer's tenth. Nothing for a code of anybody else.
create function team_window(viewer int, root_code text, levels_down int)
returns table (id int, parent int, slot smallint, referral_code text, level int) rows 100 stable language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  root member;
  root_level int;
begin
  if root_code is null then
    select * into strict root from member where id = viewer;
    root_level := 0;
  else
    select * into root from member where referral_code = root_code and (id = viewer or viewer = any(upline));
    root_level := coalesce(array_position(root.upline, viewer), 0);
  end if;
  return query
  with recursive seen as (
    select root.id, root.parent, root.position, root.referral_code, root_level as level where root.id is not null
    union all
    select member.id, member.parent, member.position, member.referral_code, seen.level + 1
    from seen join member on member.parent = seen.id
    where seen.level < least(root_level + levels_down, 10)
  )
  select * from seen;
end $$;

-- Recomputes everything above from who hangs where and from the purses: for members that were there before it,
-- and for networks that are loaded in bulk. Joining counts in the order of ids.
create function rebuild_teams() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(1953654118, 3);
  truncate team_chunk, team_span, team;
  update member set seats = seated.seats
  from (
    select id, array_agg(seat::int order by level) as seats
    from (
      select id, level, row_number() over (partition by ancestor, level order by id) - 1 as seat
      from member, unnest(upline) with ordinality up(ancestor, level)
    ) seat
    group by id
  ) seated
  where member.id = seated.id and member.seats <> seated.seats;

  insert into team (member_id, referrals, active_referrals)
    select member.id, count(referred.id), count(referred.id) filter (where stage > 0)
    from member left join member referred on referred.sponsor = member.id left join purse on member_id = referred.id
    group by member.id;
  update team set top_referrers = top.ids
  from (
    select ancestor, array_agg(id) as ids
    from (
      select ancestor, id, row_number() over (partition by ancestor order by referrals desc, id) as rank
      from member join team on member_id = id, unnest(upline) ancestor
      where referrals > 0
    ) ranked
    where rank <= 10
    group by ancestor
  ) top
  where member_id = top.ancestor;

  insert into team_chunk (ancestor, level, chunk, stages, members)
    select ancestor, level, seat / 128, string_agg(stage_letter(coalesce(stage, 0)), '' order by seat), array_agg(id order by seat)
    from member left join purse on member_id = id, unnest(upline, seats) with ordinality up(ancestor, seat, level)
    group by ancestor, level, seat / 128;
  insert into team_span (ancestor, level, span, counts)
    select ancestor, level, chunk / 16, stage_counts(string_agg(stages, '')) from team_chunk
    group by ancestor, level, chunk / 16;
  update team set sizes = sized.sizes
  from (
    select ancestor, (array_agg(size order by level) || array_fill(0, array[10]))[1:10] as sizes
    from (select ancestor, level, sum(length(stages))::int as size from team_chunk group by ancestor, level) levels
    group by ancestor
  ) sized
  where member_id = sized.ancestor;
end $$;
select rebuild_teams();

alter table member
  alter column seats drop default,
  add constraint seat_in_each_team check (cardinality(seats) = cardinality(upline));

-- People are found in a team by parts of their name or address. What a sign-up adds waits in a short list.
create index account_by_words on account using gin (name gin_trgm_ops, email gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- The first of a team, in its order, whose name or address is like the pattern, or who is the one with the code.
-- Looks at the nearest members first, which ends soon when many match. If few did, the index over everybody knows
-- them, unless too many elsewhere match: then the rest of the team is read.
create function search_team(viewer int, pattern text, code text, wanted int, near_max int default 1024)
returns table (member_id int, level smallint) rows 20 stable language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  candidates_max constant int := 4096;
  part team_chunk;
  named int := (select id from member where referral_code = code);
  candidates int[];
  seen int := 0;
  found_now int;
  found_so_far int := 0;
begin
  for part in select * from team_chunk where ancestor = viewer order by level, chunk loop
    if seen >= near_max and candidates is null and pattern ~ '[[:alnum:]]{3}' then
      candidates := array(
        select id from account where name ilike pattern or email ilike pattern limit candidates_max + 1
      );
      if cardinality(candidates) <= candidates_max then
        return query
        select id, array_position(upline, viewer)::smallint from member
        where id = any(candidates || named) and viewer = any(upline)
          and (array_position(upline, viewer), seats[array_position(upline, viewer)]) >= (part.level::int, part.chunk * 128)
        order by array_position(upline, viewer), seats[array_position(upline, viewer)]
        limit wanted - found_so_far;
        return;
      end if;
    end if;
    return query
    select id, part.level from unnest(part.members) with ordinality seated(id, seat) join account using (id)
    where id = named or name ilike pattern or email ilike pattern
    order by seat limit wanted - found_so_far;
    get diagnostics found_now = row_count;
    found_so_far := found_so_far + found_now;
    seen := seen + cardinality(part.members);
    exit when found_so_far >= wanted;
  end loop;
end $$;

grant select, insert, update on team, team_chunk, team_span to trefoil_app;
revoke execute on function rebuild_teams() from public;
