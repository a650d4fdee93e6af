-- Payouts to causes and of operations take the road of withdrawals. As in the ledger, `member_id` says whose they are: a
-- cause's below zero, 0 for operations.

alter table withdrawal drop constraint withdrawal_member_id_fkey;
alter table lost_payment drop constraint lost_payment_member_id_fkey;
alter table withdrawal drop constraint known_source;
alter table withdrawal add constraint known_source check (case
  when member_id > 0 then source in ('available', 'impact')
  when member_id < 0 then source = 'cause'
  else source = 'operations' end);

-- Two persons agreed to it there. Members ask for theirs.
alter table withdrawal add column proposal_id int references proposal constraint one_payout_per_proposal unique,
  add constraint members_ask_themselves check (member_id <= 0 or proposal_id is null);

-- Whoever is paid exists: the two keys that are gone said so of members.
create function require_owner() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not (new.member_id = 0 or exists (select from member where id = new.member_id)
    or exists (select from cause where id = -new.member_id)) then
    raise exception 'Nobody has the number %', new.member_id using errcode = 'foreign_key_violation', constraint = 'owner_exists';
  end if;
  return new;
end $$;
create trigger owner_exists before insert or update of member_id on withdrawal for each row execute function require_owner();
create trigger owner_exists before insert or update of member_id on lost_payment for each row execute function require_owner();

alter table proposal drop constraint known_proposal;
alter table proposal add constraint known_proposal check (kind in
  ('adjustment', 'assignment', 'programme', 'signer', 'funding_address', 'payment', 'recovery', 'reversal', 'settings',
    'cause', 'payout'));
