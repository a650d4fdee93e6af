-- An e-mail address is proven by a link or a code that was mailed to it.

-- It holds transfers to others as well.
alter table account rename column withdrawals_held_until to security_hold_until;

alter table account
  add column email_verified_at timestamptz,
  -- Addresses from before verification count as verified until then, except for how many mails they may get.
  add column email_grace_until timestamptz;
-- The command line and the demo made these.
update account set email_verified_at = now()
  where role <> 'member' or exists (select from installation where key = 'demo');
update account set email_grace_until = now() + interval '30 days' where email_verified_at is null;

-- The newest one of an account. Link and code are made when their mail is sent, and stored as keyed hashes.
create table email_verification (
  account_id int primary key references account,
  -- What it proves: worth nothing once the account has another address.
  email text not null,
  token_hash bytea not null constraint verification_token_taken unique,
  code_hash bytea not null,
  link_until timestamptz not null,
  code_until timestamptz not null,
  -- A code dies after a few wrong ones.
  wrong_codes int not null default 0
);

-- A change can be undone from the old address, which nobody else gets meanwhile.
create table email_change (
  id int generated always as identity primary key,
  account_id int not null references account,
  old_email text not null,
  -- Null until the mail with the link is sent, and if the old address was not verified.
  undo_hash bytea constraint undo_token_taken unique,
  changed_at timestamptz not null default now(),
  undo_until timestamptz not null,
  undone_at timestamptz
);
create index email_change_of_account on email_change (account_id);
create index email_reserved on email_change (lower(old_email));

-- After the row is written: whoever waited for the unique index sees the change that freed the address.
create function keep_email_reserved() returns trigger language plpgsql as $$
begin
  if exists (select from email_change where lower(old_email) = lower(new.email) and account_id <> new.id
    and undone_at is null and undo_until > now()) then
    raise exception 'This address may still be taken back' using errcode = 'unique_violation', constraint = 'email_taken';
  end if;
  return null;
end $$;
create trigger email_reserved after insert or update of email on account
  for each row execute function keep_email_reserved();

create index withdrawal_waits_for_email on withdrawal (member_id)
  where waits_for = 'email_unverified' and ended_at is null;

-- While a link is valid, further requests send nothing: only the mail that made it may replace it, if it has to be sent
-- again.
alter table reset_token add column mail_id bigint;

-- `held`: the address is not verified. It is sent once it is.
alter table mail_outbox drop constraint known_mail_state, add constraint known_mail_state
  check (state in ('queued', 'failed', 'held', 'sent', 'undeliverable', 'dropped'));
alter table mail_outbox
  -- Null: the account's address at the time of sending.
  add column recipient text,
  -- Of the address that it was given to, and when: mails are counted by address and hour.
  add column recipient_hash bytea,
  add column handed_at timestamptz,
  -- The first row of the mail that it was sent in: several notices may be one mail.
  add column sent_with bigint,
  add constraint handed_to_somebody check ((recipient_hash is null) = (handed_at is null));
create index mail_by_recipient on mail_outbox (recipient_hash, handed_at) where handed_at is not null;
create index mail_waiting on mail_outbox (account_id) where state in ('queued', 'failed', 'held');
drop index mail_not_delivered;
create index mail_not_delivered on mail_outbox (id)
  where state in ('failed', 'held', 'undeliverable') or (state = 'queued' and last_error is not null);

grant select, insert, update, delete on email_verification to trefoil_app;
grant select, insert, delete on email_change to trefoil_app;
grant update (undo_hash, undone_at) on email_change to trefoil_app;
grant update (recipient, recipient_hash, handed_at, sent_with) on mail_outbox to trefoil_app;
