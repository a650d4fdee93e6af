-- A batch is decided from rows that the process keeps, and sent as one message. These say whether anything has changed
-- in between (docs/decisions/0033).

-- Random, and new with every batch: whoever finds the one they decided upon knows that nobody has posted since.
create table ledger_state (
  only_row boolean primary key default true check (only_row),
  batch uuid not null
);
insert into ledger_state (batch) values (gen_random_uuid());
grant select, update (batch) on ledger_state to trefoil_app;

-- Whatever a decision reads about a member is in this row, or counts its version up when it changes.
alter table member_balance add column version bigint not null default 0;

create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
-- Not for the poster, which matches the version and counts by itself.
create trigger versions_count before update on member_balance for each row
  when (new.version = old.version) execute function count_version();

create function count_version_of_balance() returns trigger language plpgsql as $$
begin
  update member_balance set version = version + 1 where member_id = new.id;
  return null;
end $$;
create trigger versions_count after update of security_hold_until, second_factor on account for each row
  when (old.security_hold_until is distinct from new.security_hold_until or old.second_factor <> new.second_factor)
  execute function count_version_of_balance();

create function ledger_has_changed() returns void language plpgsql as $$
begin
  raise exception 'The ledger has changed since this was decided' using errcode = 'TF001';
end $$;

create function balances_have_changed() returns void language plpgsql as $$
begin
  raise exception 'A balance has changed since this was decided' using errcode = 'TF002';
end $$;
