-- Passkeys: a second factor, and a way in without private key and passcode.

create table passkey (
  id int generated always as identity primary key,
  account_id int not null references account,
  credential_id bytea not null constraint passkey_taken unique,
  public_key bytea not null,
  -- How often the authenticator has signed, as it says itself; 0 for those that do not count.
  counter bigint not null constraint counter_counts check (counter >= 0),
  transports text[] not null,
  backed_up boolean not null,
  name text not null constraint passkey_named check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- The counter went back: there are two of it, and nobody knows which is the owner's.
  copied_at timestamptz
);
create index passkey_of_account on passkey (account_id);

alter table account
  -- What authenticators know the account by.
  add column passkey_user bytea constraint passkey_user_taken unique,
  add column passkeys smallint not null default 0 constraint too_many_passkeys check (passkeys between 0 and 20),
  add column second_factor boolean not null generated always as (totp_enabled_at is not null or passkeys > 0) stored;

create function count_passkeys() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update account set passkeys = passkeys + 1 where id = new.account_id;
  else
    update account set passkeys = passkeys - 1 where id = old.account_id;
  end if;
  return null;
end $$;
create trigger passkeys_counted after insert or delete on passkey for each row execute function count_passkeys();

-- A challenge carries its own seal and expiry; here are those that were answered, until they expire.
create table used_challenge (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);

grant select, insert, delete on passkey, used_challenge to trefoil_app;
grant update (counter, backed_up, name, last_used_at, copied_at) on passkey to trefoil_app;
