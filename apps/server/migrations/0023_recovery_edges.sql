-- A payment that the database had forgotten is booked once: as the withdrawal of the member whose number it has, or by
-- two operators. Both are written under the ledger's lock, so the later one sees the earlier one.
create function keep_found_payment_unbooked() returns trigger language plpgsql as $$
begin
  if exists (select from proposal where kind = 'payment' and state <> 'rejected' and state = 'done'
    and details ->> 'transaction' = new.transaction and (details ->> 'ordinal')::int = new.ordinal) then
    raise exception 'Two operators have booked this payment' using errcode = 'check_violation',
      constraint = 'payment_booked_once';
  end if;
  return new;
end $$;
create trigger payment_booked_once before insert on found_payment
  for each row execute function keep_found_payment_unbooked();

create function keep_agreed_payment_unbooked() returns trigger language plpgsql as $$
begin
  if exists (select from found_payment where transaction = new.details ->> 'transaction'
    and ordinal = (new.details ->> 'ordinal')::int) then
    raise exception 'A withdrawal has this payment' using errcode = 'check_violation',
      constraint = 'payment_booked_once';
  end if;
  return new;
end $$;
create trigger payment_booked_once before update of state on proposal
  for each row when (new.kind = 'payment' and new.state = 'done' and old.state <> 'done')
  execute function keep_agreed_payment_unbooked();

-- `lost_payment` has every number that was found in a recovery, also of what was then booked as a withdrawal: a payment
-- that cannot be booked at that moment takes its number all the same.

-- Nodes drop receipts, but not the transfers that we recorded: who signed such a payment, and for what fee, stays open.
alter table found_payment alter column signer drop not null, alter column fee_paid drop not null;

-- A standby that takes over may have lost the newest members, and nobody need notice: no payment has to be missing. It is
-- on another timeline, so the first who joins there skips their numbers.
create table database_timeline (
  -- A restored database is in another cluster, whose timelines begin again.
  cluster bigint not null,
  number int not null,
  seen_at timestamptz not null default now(),
  primary key (cluster, number)
);

create function follow_timeline() returns void language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  here database_timeline;
begin
  begin
    -- The first part of a segment's name. The control file would tell it only after the next checkpoint.
    select system_identifier, ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int
      into here.cluster, here.number from pg_control_system();
  exception when insufficient_privilege or feature_not_supported or object_not_in_prerequisite_state then
    -- Some hosted databases do not tell.
    return;
  end;
  if exists (select from database_timeline t where (t.cluster, t.number) = (here.cluster, here.number)) then return; end if;
  insert into database_timeline (cluster, number) values (here.cluster, here.number) on conflict do nothing;
  if found and exists (select from database_timeline t where (t.cluster, t.number) <> (here.cluster, here.number)) then
    perform skip_identities();
  end if;
end $$;
revoke execute on function follow_timeline() from public;
grant execute on function follow_timeline() to trefoil_app;
grant select on database_timeline to trefoil_app;
