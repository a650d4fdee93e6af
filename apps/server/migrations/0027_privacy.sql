-- A member may hide their e-mail address from everybody but their sponsor.
alter table account add column email_hidden boolean not null default false;

-- Nobody is found by what the viewer cannot read: neither by a hidden address nor, where the team is masked, by a name.
drop function search_team(int, text, text, int, int);
create function search_team(viewer int, pattern text, code text, wanted int, near_max int default 1024, masked boolean default false)
  returns table (member_id int, level smallint) language plpgsql stable rows 20
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off
as $$
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
          and (id = named or is_found_by(viewer, id, pattern, masked))
        order by array_position(upline, viewer), seats[array_position(upline, viewer)]
        limit wanted - found_so_far;
        return;
      end if;
    end if;
    return query
    select id, part.level from unnest(part.members) with ordinality seated(id, seat) join account using (id)
    where id = named or (name ilike pattern or email ilike pattern) and is_found_by(viewer, id, pattern, masked)
    order by seat limit wanted - found_so_far;
    get diagnostics found_now = row_count;
    found_so_far := found_so_far + found_now;
    seen := seen + cardinality(part.members);
    exit when found_so_far >= wanted;
  end loop;
end $$;

-- The costs keep it the last of several conditions.
create function is_found_by(viewer int, found int, pattern text, masked boolean) returns boolean
  language sql stable cost 1000 as $$
  select case when role = 'former' then name ilike pattern
    when sponsor = viewer then name ilike pattern or email ilike pattern
    else not masked and (name ilike pattern or not email_hidden and email ilike pattern) end
  from account join member using (id) where id = found
$$;

-- Replies that are kept for a repeated request name nobody: the name is read anew.
update journal set reply = json_build_object('transfer_id', reply::json -> 'data' -> 'transfer_id')::text
where reason = 'transfer' and reply is not null;
