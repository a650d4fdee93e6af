-- A database is a demo's or production's, and stays it: its first start writes the key 'mode'.
drop trigger installation_id_stays on installation;
drop function keep_installation_id();
create function keep_installation_facts() returns trigger language plpgsql as $$
begin
  raise exception 'An installation keeps its %', old.key
    using errcode = 'check_violation', constraint = 'installation_facts_stay';
end $$;
create trigger installation_facts_stay before update or delete on installation for each row
  when (old.key in ('id', 'mode')) execute function keep_installation_facts();
