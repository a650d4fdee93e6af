-- A key of the account's own, sealed under the installation's secret. Personal fields of tables that only grow are
-- encrypted under it: destroying the key makes them unreadable, in every copy of the table at once.
create table personal_key (
  account_id int primary key references account,
  key_box bytea,
  destroyed_at timestamptz,
  constraint destroyed_or_sealed check ((key_box is null) = (destroyed_at is not null))
);

create function keep_key_destroyed() returns trigger language plpgsql as $$
begin
  if old.destroyed_at is not null then
    raise exception 'A destroyed key stays destroyed' using errcode = 'check_violation', constraint = 'key_stays_destroyed';
  end if;
  return new;
end $$;
create trigger key_stays_destroyed before update or delete on personal_key
  for each row execute function keep_key_destroyed();

-- Every authentication event. `kind` is text, so that a new kind needs no migration.
create table auth_event (
  id bigint generated always as identity primary key,
  account_id int not null references account,
  at timestamptz not null default now(),
  kind text not null constraint short_kind check (length(kind) between 1 and 60),
  -- Kinds that strangers can cause at will are kept once a minute.
  minute timestamptz,
  -- Device and network, under the account's own key. Null: unknown.
  details bytea constraint short_details check (length(details) <= 1000)
);
create index auth_event_of_account on auth_event (account_id, id);
create unique index auth_event_of_minute on auth_event (account_id, kind, minute) where minute is not null;

create function keep_auth_event() returns trigger language plpgsql as $$
begin
  raise exception 'Authentication events only grow' using errcode = 'check_violation', constraint = 'auth_events_stay';
end $$;
create trigger auth_events_stay before update or delete on auth_event for each row execute function keep_auth_event();
create trigger all_auth_events_stay before truncate on auth_event for each statement execute function keep_auth_event();

grant select, insert on auth_event to trefoil_app;
grant select, insert on personal_key to trefoil_app;
grant update (key_box, destroyed_at) on personal_key to trefoil_app;
