-- Every timeline skipped as many numbers as a recovery. Members' numbers have 32 bits, so that some hundred failovers
-- would have used them up. A standby that takes over unnoticed lacks what joined within seconds, a backup what joined
-- within days: a timeline skips a hundredth (docs/decisions/0022).
create function skip_part_of_identities(divisor int) returns void language plpgsql as $$
declare
  identity record;
begin
  for identity in
    select s.seqrelid::regclass as sequence, case when t.relname = 'cause' then 33554431 else s.seqmax end as last,
      case when t.relname = 'cause' then 1000 when s.seqtypid = 'int'::regtype then 1000000 else 1000000000 end / divisor as few
    from pg_sequence s join pg_depend d on d.objid = s.seqrelid and d.deptype = 'i' and d.classid = 'pg_class'::regclass
    join pg_class t on t.oid = d.refobjid
    where t.relnamespace = 'public'::regnamespace and t.relname <> 'recovery'
  loop
    -- Asked of the sequence itself: a restore sets it without using it, and then it has no last value elsewhere. Partly
    -- random: the same backup may be restored twice. Never more than half of what is left: a recovery must always begin.
    execute format(
      'select setval(%1$L, last_value + least(((1 + 9 * random()) * %2$s)::bigint, (%3$s - last_value) / 2)) from %1$s',
      identity.sequence, identity.few, identity.last);
  end loop;
end $$;
revoke execute on function skip_part_of_identities(int) from public;

create or replace function skip_identities() returns void language sql as 'select skip_part_of_identities(1)';

create or replace function follow_timeline() returns void language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  here database_timeline;
begin
  begin
    select system_identifier, public.current_timeline() into here.cluster, here.number from pg_control_system();
  exception when insufficient_privilege or feature_not_supported then
    return;
  end;
  if here.number is null
    or exists (select from database_timeline t where (t.cluster, t.number) = (here.cluster, here.number)) then
    return;
  end if;
  insert into database_timeline (cluster, number) values (here.cluster, here.number) on conflict do nothing;
  if found and exists (select from database_timeline t where (t.cluster, t.number) <> (here.cluster, here.number)) then
    perform skip_part_of_identities(100);
  end if;
end $$;

-- Which table has used most of the numbers of its rows. The application may not read sequences.
create function fullest_identity(out table_name text, out used double precision) language sql stable
  security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.relname, coalesce(pg_sequence_last_value(s.seqrelid), 0)::double precision
    / case when t.relname = 'cause' then 33554431 else s.seqmax end as used
  from pg_sequence s join pg_depend d on d.objid = s.seqrelid and d.deptype = 'i' and d.classid = 'pg_class'::regclass
  join pg_class t on t.oid = d.refobjid
  where t.relnamespace = 'public'::regnamespace
  order by used desc limit 1
$$;
revoke execute on function fullest_identity() from public;
grant execute on function fullest_identity() to trefoil_app;
