-- Whoever changes what protects an account locks the member's balance first, then the account. So does closing it, also
-- if the member has nothing, and the balance was not written before: two who lock in different orders wait for each other.
create or replace function close_member(closing int, journal bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(1953654118, 10);
  perform from member_balance where member_id = closing for update;
  perform from account where id = closing for update;
  if exists (select from account where id = closing and security_hold_until > now()) then
    raise exception 'A security hold is on' using errcode = 'check_violation', constraint = 'closed_without_hold';
  end if;
  if exists (select from deposit where member_id = closing and state in ('seen', 'final')) then
    raise exception 'A deposit is on its way' using errcode = 'check_violation', constraint = 'deposit_on_its_way';
  end if;
  update member_balance set closed = true
    where member_id = closing and not closed and (impact, available, held) = (0, 0, 0);
  if not found then
    raise exception 'Only empty accounts are closed' using errcode = 'check_violation', constraint = 'closed_empty';
  end if;
  insert into former_member (member_id, last_journal) values (closing, journal);
end $$;
