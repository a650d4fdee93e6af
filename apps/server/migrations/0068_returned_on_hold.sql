-- A return pays out what was deposited, and nothing of that is on hold (packages/core, returnable.ts). A rule about every
-- row of member_balance would be too much: a deposit that was assigned, spent and taken back may leave less to return.

-- The ledger writes the balance before the withdrawal.
create function guard_return() returns trigger language plpgsql as $$
begin
  if exists (select from member_balance b where b.member_id = new.member_id and b.returnable < b.on_hold) then
    raise exception 'What is on hold is not returned' using errcode = 'check_violation', constraint = 'on_hold_is_not_returned';
  end if;
  return null;
end $$;
create trigger on_hold_is_not_returned after insert on withdrawal for each row
  when (new.source = 'impact') execute function guard_return();
