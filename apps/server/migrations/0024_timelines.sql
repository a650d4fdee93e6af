-- Databases that were migrated by the first form of 0022 let any decided proposal be marked as reversed. Only an
-- assignment is.
create or replace function guard_proposal() returns trigger language plpgsql as $$
begin
  if old.kind = 'assignment' and old.state = 'done' and new.reversed_by is not null and old.reversed_by is null
    and (to_jsonb(new) - 'reversed_by') = (to_jsonb(old) - 'reversed_by') then
    return new;
  end if;
  if old.state <> 'open' or new.reversed_by is not null then
    raise exception 'A proposal is decided once' using errcode = 'check_violation', constraint = 'proposal_moves';
  end if;
  return new;
end $$;

create or replace function keep_found_payment_unbooked() returns trigger language plpgsql as $$
begin
  if exists (select from proposal where kind = 'payment' and state = 'done'
    and details ->> 'transaction' = new.transaction and (details ->> 'ordinal')::int = new.ordinal) then
    raise exception 'Two operators have booked this payment' using errcode = 'check_violation',
      constraint = 'payment_booked_once';
  end if;
  return new;
end $$;

-- Another one after a standby took over. Null where it is not told: some hosted databases keep it to themselves.
create function current_timeline() returns int language plpgsql as $$
begin
  -- The first part of a segment's name. The control file would tell it only after the next checkpoint.
  return ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int;
exception when insufficient_privilege or feature_not_supported or object_not_in_prerequisite_state then
  return null;
end $$;

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
    perform skip_identities();
  end if;
end $$;
