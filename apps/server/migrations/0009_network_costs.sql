-- What a placement, a change of stages and a search cost.

-- Chunks and spans are written by the functions below alone, which have just written their teams: looking each up again,
-- and locking it, was a third of what a placement wrote.
alter table team_chunk drop constraint team_chunk_ancestor_fkey;
alter table team_span drop constraint team_span_ancestor_fkey;

-- Of a full list of top referrers, the fewest referrals that anybody in it had when it was last looked at. They only grow,
-- so whoever has fewer is not among them: then nothing of the list is read.
alter table team add column top_referrers_floor int not null default 0;

create or replace function count_referral(sponsor member) returns void language plpgsql as $$
declare
  reached int;
  above team;
  weakest team;
begin
  update team set referrals = referrals + 1 where member_id = sponsor.id returning referrals into reached;
  for above in
    select * from team where member_id = any(sponsor.upline) and top_referrers_floor <= reached
      and sponsor.id <> all(top_referrers)
  loop
    weakest := null;
    if cardinality(above.top_referrers) = 10 then
      select * into strict weakest from team where member_id = any(above.top_referrers)
        order by referrals, member_id desc limit 1;
      if (weakest.referrals, -weakest.member_id) > (reached, -sponsor.id) then
        if weakest.referrals > above.top_referrers_floor then
          update team set top_referrers_floor = weakest.referrals where member_id = above.member_id;
        end if;
        continue;
      end if;
    end if;
    update team set top_referrers = array_remove(top_referrers, weakest.member_id) || sponsor.id
      where member_id = above.member_id;
  end loop;
end $$;

-- The new stages of these members, in all teams that they belong to: at most ten rows each, all in one statement.
-- Of a member named twice the last stage counts. Waits for the network, so it comes last before the commit.
create or replace function set_team_stage(member_ids int[], new_stages smallint[]) returns void language plpgsql
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
    update team_span set counts = array[
      counts[1] + d0, counts[2] + d1, counts[3] + d2, counts[4] + d3, counts[5] + d4, counts[6] + d5,
      counts[7] + d6, counts[8] + d7, counts[9] + d8, counts[10] + d9, counts[11] + d10
    ]
    from (
      select ancestor, level, seat / 2048 as span,
        sum((letter = '0')::int - (old_letter = '0')::int)::int as d0,
        sum((letter = '1')::int - (old_letter = '1')::int)::int as d1,
        sum((letter = '2')::int - (old_letter = '2')::int)::int as d2,
        sum((letter = '3')::int - (old_letter = '3')::int)::int as d3,
        sum((letter = '4')::int - (old_letter = '4')::int)::int as d4,
        sum((letter = '5')::int - (old_letter = '5')::int)::int as d5,
        sum((letter = '6')::int - (old_letter = '6')::int)::int as d6,
        sum((letter = '7')::int - (old_letter = '7')::int)::int as d7,
        sum((letter = '8')::int - (old_letter = '8')::int)::int as d8,
        sum((letter = '9')::int - (old_letter = '9')::int)::int as d9,
        sum((letter = 'A')::int - (old_letter = 'A')::int)::int as d10
      from place group by 1, 2, 3
    ) moved
    where team_span.ancestor = moved.ancestor and team_span.level = moved.level and team_span.span = moved.span
  )
  update team_chunk set stages = case cardinality(places)
    when 1 then overlay(stages placing letters[1] from places[1] + 1 for 1)
    else with_letters(stages, places, letters)
  end
  from (
    select ancestor, level, seat / 128 as chunk, array_agg(seat % 128) as places, array_agg(letter) as letters
    from place group by 1, 2, 3
  ) moved
  where team_chunk.ancestor = moved.ancestor and team_chunk.level = moved.level and team_chunk.chunk = moved.chunk;
end $$;

drop function recount;

-- The first of a team, in its order, whose name or address is like the pattern, or who is the one with the code.
-- Looks at the nearest members first, which ends soon when many match. If few did, the index over everybody knows
-- them, unless too many elsewhere match: then the rest of the team is read.
create or replace function search_team(viewer int, pattern text, code text, wanted int, near_max int default 1024)
returns table (member_id int, level smallint) rows 20 stable language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  candidates_max constant int := 4096;
  -- Most addresses share a few domains, so what comes before the @ is looked for, and the rest is compared.
  indexed constant text := case when pattern ~ '[[:alnum:]]{3}[^@]*@' then regexp_replace(pattern, '@.*', '@%') else pattern end;
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
        select id from account where (name ilike indexed or email ilike indexed)
          -- Not for the index.
          and (name ilike pattern or email ilike pattern) is true
        limit candidates_max + 1
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
