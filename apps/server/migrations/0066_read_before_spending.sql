-- A restored balance may have been paid out after the backup. Until the payments since then were read and booked, members
-- move nothing out (docs/decisions/0022).
alter table recovery add column read_at timestamptz;
-- One under way is read by the payout worker's next look.
update recovery set read_at = ended_at where until_block is not null;
alter table recovery add constraint read_once_noticed check (read_at is null or until_block is not null);
grant update (read_at) on recovery to trefoil_app;

-- In the row that every batch is compared with: a batch that was decided before fails.
alter table ledger_state add column recovering boolean not null default false;
update ledger_state set recovering = exists (select from recovery where ended_at is null and read_at is null);

create function follow_recovery() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  is_unread boolean := exists (select from recovery where ended_at is null and read_at is null);
begin
  update ledger_state set batch = gen_random_uuid(), recovering = is_unread where recovering <> is_unread;
  return null;
end $$;
create trigger ledger_locked before insert or update on recovery for each statement execute function lock_ledger();
create trigger ledger_follows after insert or update on recovery for each statement execute function follow_recovery();

-- One that starts over reads anew.
create function read_anew() returns trigger language plpgsql as $$
begin
  new.read_at := null;
  return new;
end $$;
create trigger reads_anew before update on recovery for each row
  when (new.until_block is null) execute function read_anew();
