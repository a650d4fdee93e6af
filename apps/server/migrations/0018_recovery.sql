-- Payouts have a number of their owner's, which the vault pays once; and a database that is older than the chain is in
-- recovery until it knows everything that was paid.

-- What every payout id is derived from. An existing installation derives it from its first account, which all of its
-- backups contain: an older one that is restored and migrated again gets the same id.
insert into installation (key, value) values ('id', jsonb_build_object('id', encode(sha256(coalesce(
  (select convert_to('trefoil installation', 'UTF8') || key_hash from account order by id limit 1),
  uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))), 'hex')));

create function keep_installation_id() returns trigger language plpgsql as $$
begin
  raise exception 'An installation keeps its id' using errcode = 'check_violation', constraint = 'installation_id_stays';
end $$;
create trigger installation_id_stays before update or delete on installation for each row
  when (old.key = 'id') execute function keep_installation_id();

-- Taken when the withdrawal is claimed and given back if the payment fails for good. Withdrawals that were requested
-- before payouts had numbers keep the id that they have.
alter table withdrawal alter column payout_id drop not null;
alter table withdrawal add column payout_number int;
alter table withdrawal add constraint numbers_begin_at_one check (payout_number > 0);
alter table withdrawal add constraint numbered_payouts_have_an_id
  check (payout_number is null or payout_id is not null);
create unique index one_payout_per_number on withdrawal (member_id, payout_number) where payout_number is not null;
-- The next number is free only once the payment before it is known.
create unique index one_claimed_payout_per_member on withdrawal (member_id)
  where state = 'claimed' and payout_number is not null;

-- A transaction may make more than one payment: which of its transfers it is.
alter table found_payment add column ordinal int not null default 0;
alter table found_payment alter column ordinal drop default;
alter table found_payment drop constraint one_withdrawal_per_payment;
alter table found_payment add constraint one_withdrawal_per_payment unique (transaction, ordinal);

-- Numbers that the vault has paid and no withdrawal has: whose they are is proven by the id, but the balance did not
-- cover the payment. Two operators decide who bears it.
create table lost_payment (
  payout_id text collate "C" primary key,
  member_id int not null references member,
  payout_number int not null,
  found_at timestamptz not null default now(),
  constraint one_lost_payment_per_number unique (member_id, payout_number)
);

-- The chain knows more than this database: nothing is paid until every payment is booked.
create table recovery (
  id int generated always as identity primary key,
  began_at timestamptz not null default now(),
  why text not null,
  -- How far the chain had been read when it began.
  since_block bigint,
  -- The chain's final block when the payout worker first noticed: the scanner has to get there.
  until_block bigint,
  ended_at timestamptz,
  proposal_id int references proposal,
  constraint two_operators_end_it check ((ended_at is null) = (proposal_id is null))
);
create unique index one_recovery_at_a_time on recovery ((true)) where ended_at is null;

-- Rows that this database has lost had numbers, and some of them are known outside: a member's is part of their deposit
-- addresses. No new row gets the number of a lost one.
create function skip_identities() returns void language plpgsql as $$
declare
  identity record;
begin
  for identity in
    select s.seqrelid::regclass as sequence, s.seqtypid = 'int'::regtype as is_int
    from pg_sequence s join pg_depend d on d.objid = s.seqrelid and d.deptype = 'i' and d.classid = 'pg_class'::regclass
    join pg_class t on t.oid = d.refobjid
    where t.relnamespace = 'public'::regnamespace and t.relname <> 'recovery'
  loop
    -- Asked of the sequence itself: a restore sets it without using it, and then it has no last value elsewhere. Partly
    -- random: the same backup may be restored twice.
    execute format('select setval(%L, last_value + ((1 + 9 * random()) * %s)::bigint) from %s', identity.sequence,
      case when identity.is_int then 1000000 else 1000000000 end, identity.sequence);
  end loop;
end $$;
revoke execute on function skip_identities() from public;

-- The application's only way to move a sequence, and to begin a recovery: once, until that one has ended.
create function begin_recovery(reason text) returns boolean language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into recovery (why, since_block) values (reason, (select min(final) from scan)) on conflict do nothing;
  if not found then return false; end if;
  perform skip_identities();
  return true;
end $$;
revoke execute on function begin_recovery(text) from public;
grant execute on function begin_recovery(text) to trefoil_app;

alter table proposal drop constraint known_proposal;
alter table proposal add constraint known_proposal
  check (kind in ('adjustment', 'assignment', 'programme', 'signer', 'funding_address', 'payment', 'recovery'));
-- What was paid once is booked once.
create unique index one_booking_per_payment on proposal ((details ->> 'transaction'), ((details ->> 'ordinal')::int))
  where kind = 'payment' and state <> 'rejected';

grant select, insert on lost_payment to trefoil_app;
grant select on recovery to trefoil_app;
grant update (until_block, ended_at, proposal_id) on recovery to trefoil_app;
