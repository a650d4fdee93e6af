-- Who may stand at the console, and what the owner of an account has to be told.

-- When this session showed a second factor. The console is closed to those that never did.
alter table session add column second_factor_at timestamptz;
-- Of the sessions there are, nobody knows it: who works at the console signs in once more.
update session set ended_at = now(), end_reason = 'second factor not noted'
where ended_at is null and account_id in (select id from account where role <> 'member');

-- The command line made the passcode: the console stays closed until its owner has chosen another.
alter table account add column passcode_handed_out boolean not null default false;

-- `former`: was an operator or an auditor, and does not sign in any more. What they did stays theirs.
alter table account drop constraint known_role;
alter table account add constraint known_role check (role in ('member', 'operator', 'auditor', 'former'));

create or replace function tell_account() returns trigger language plpgsql as $$
begin
  if new.wallet_address is distinct from old.wallet_address then
    insert into notice (account_id, kind, facts)
      values (new.id, 'new address', jsonb_build_object('address', new.wallet_address));
  end if;
  if new.passcode_hash <> old.passcode_hash then
    insert into notice (account_id, kind) values (new.id, 'passcode changed');
  end if;
  if (new.totp_enabled_at is null) <> (old.totp_enabled_at is null) then
    insert into notice (account_id, kind)
      values (new.id, case when new.totp_enabled_at is null then 'two-factor off' else 'two-factor on' end);
  end if;
  return null;
end $$;
drop trigger account_told on account;
create trigger account_told after update of wallet_address, passcode_hash, totp_enabled_at on account
  for each row execute function tell_account();
