-- Which of the processes that share the database leads a kind of work. A leader renews its lease twice a second. One that
-- does not is replaced, under a new token, and every transaction of a leader asserts its token: whoever was paused and
-- wakes up late writes nothing. Not logged: after a crash, all are taken anew, under tokens that never were before.
create unlogged table lease (
  lock int primary key,
  token uuid not null,
  until timestamptz not null
) with (fillfactor = 50);

grant select, insert, update on lease to trefoil_app;

-- The lock is shared by the transactions of one leader, and kept until their end. Its space is that of `LOCKS.leases`.
create function assert_lease(of_lock int, of_token uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(1953654122, of_lock);
  if not exists (select from lease where lock = of_lock and token = of_token) then
    raise exception 'Another process leads by now' using errcode = 'TF003';
  end if;
end $$;

-- Null: another process leads. The transactions of one that is late are ended, so that nobody waits for them.
create function take_lease(of_lock int, lasting interval) returns uuid language plpgsql as $$
declare
  taken uuid;
begin
  -- Held by a leader of the version before, which knows no leases. It has to stop first.
  if not pg_try_advisory_xact_lock_shared(1953654118, of_lock) then
    return null;
  end if;
  if exists (select from lease where lock = of_lock and until > clock_timestamp()) then
    return null;
  end if;
  perform pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and granted and mode = 'ShareLock' and classid = 1953654122 and objid = of_lock::oid
      and database = (select oid from pg_database where datname = current_database());
  perform pg_advisory_xact_lock(1953654122, of_lock);
  insert into lease (lock, token, until) values (of_lock, gen_random_uuid(), clock_timestamp() + lasting)
    on conflict (lock) do update set token = excluded.token, until = excluded.until
    where lease.until <= clock_timestamp()
    returning token into taken;
  return taken;
end $$;
