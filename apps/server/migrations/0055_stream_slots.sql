-- An account's live streams, over all processes: each has one of a few slots. Not logged: after a crash or a failover,
-- every process takes the slots of its streams again.
create unlogged table stream_process (
  process uuid primary key,
  seen_at timestamptz not null default clock_timestamp()
) with (fillfactor = 50);

create unlogged table stream_slot (
  account_id int not null,
  slot smallint not null,
  process uuid not null,
  primary key (account_id, slot)
);
create index stream_slot_process on stream_slot (process);

grant select, insert, update, delete on stream_process, stream_slot to trefoil_app;

-- Null: all are taken by streams of processes that live. The lock's space is that of `LOCKS.streams`.
create function take_stream_slot(of_account int, of_process uuid, slots int, lasting interval) returns smallint
language plpgsql as $$
declare
  taken smallint;
begin
  perform pg_advisory_xact_lock(1953654123, of_account);
  delete from stream_slot s where account_id = of_account and not exists (
    select from stream_process p where p.process = s.process and seen_at > clock_timestamp() - lasting);
  insert into stream_slot (account_id, slot, process)
    select of_account, free, of_process from generate_series(1, slots) free
    where not exists (select from stream_slot where account_id = of_account and slot = free)
    order by free limit 1
    returning slot into taken;
  return taken;
end $$;
