-- A recovery skips numbers, so that nobody gets one that a forgotten row had. A million at a time would leave no cause a
-- number after the first recovery.
alter table cause drop constraint few_causes, add constraint few_causes check (id between 1 and 33554431);

create or replace function skip_identities() returns void language plpgsql as $$
declare
  identity record;
begin
  for identity in
    select s.seqrelid::regclass as sequence,
      case when t.relname = 'cause' then 1000 when s.seqtypid = 'int'::regtype then 1000000 else 1000000000 end as few
    from pg_sequence s join pg_depend d on d.objid = s.seqrelid and d.deptype = 'i' and d.classid = 'pg_class'::regclass
    join pg_class t on t.oid = d.refobjid
    where t.relnamespace = 'public'::regnamespace and t.relname <> 'recovery'
  loop
    -- Asked of the sequence itself: a restore sets it without using it, and then it has no last value elsewhere. Partly
    -- random: the same backup may be restored twice.
    execute format('select setval(%L, last_value + ((1 + 9 * random()) * %s)::bigint) from %s', identity.sequence,
      identity.few, identity.sequence);
  end loop;
end $$;

-- The two operators saw the address that the cause had then. It changes under the ledger's lock, as payouts are posted.
create function guard_payout_address() returns trigger language plpgsql as $$
begin
  if not exists (
    select from cause where id = -new.member_id and payout_address = new.address and payout_address_from <= now()
  ) then
    raise exception 'Cause % is not paid at %', -new.member_id, new.address
      using errcode = 'check_violation', constraint = 'cause_is_paid_at_its_address';
  end if;
  return new;
end $$;
create trigger cause_is_paid_at_its_address before insert on withdrawal for each row
  when (new.member_id < 0 and new.proposal_id is not null) execute function guard_payout_address();
