-- The rest of a closed account goes to the cause.
alter type journal_reason add value 'closing';

-- Closed for good, because the member was erased: nothing is left, and nothing arrives any more.
alter table member_balance add column closed boolean not null default false;

create table former_member (
  member_id int primary key references member,
  closed_at timestamptz not null default now(),
  -- The newest journal then. No later one has an entry of theirs.
  last_journal bigint not null
);
grant select, insert on former_member to trefoil_app;

-- Closes a member's accounts, in the transaction that emptied them. The lock is shared by those who make deposits final, so
-- that none becomes the member's meanwhile.
create function close_member(closing int, journal bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(1953654118, 10);
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

-- A deposit of a former member is nobody's: operators decide about it.
alter table unmatched_transfer drop constraint known_unmatched_kind;
alter table unmatched_transfer add constraint known_unmatched_kind
  check (kind in ('zero', 'too_large', 'former_member', 'other_token', 'native', 'to_contract'));

-- A note about somebody else says who it is, so that their name can be taken out of it. Notes and accounts were written in one
-- transaction, so they have the same time.
update activity set metadata = jsonb_build_object('member', joined.id)
from member joined join account on account.id = joined.id
where type = 'Referral' and activity.account_id = joined.sponsor and activity.created_at = account.created_at
  and (starts_with(activity.description, account.name || ' ') or not exists (
    select from member other join account twin on twin.id = other.id
    where other.sponsor = joined.sponsor and other.id <> joined.id and twin.created_at = account.created_at));
create index referral_note on activity (account_id, (metadata ->> 'member')) where type = 'Referral';

-- Notes of a former member, and their name in their sponsor's. The application itself can delete no notes.
create function erase_notes(former int) returns void language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from former_member where member_id = former) then
    raise exception 'Only a former member is erased' using errcode = 'check_violation', constraint = 'erased_when_closed';
  end if;
  delete from activity where account_id = former;
  delete from activity_summed where account_id = former and origin = 'note';
  delete from note_month where account_id = former;
  update activity set description = 'Former member joined with your referral code'
    where account_id = (select sponsor from member where id = former) and type = 'Referral'
      and metadata ->> 'member' = former::text;
end $$;
create function erase_demo_mails(former int) returns void language sql security definer set search_path = public as $$
  delete from demo_mail where lower(recipient) = (select lower(email) from account join former_member on member_id = id where id = former)
$$;
revoke execute on function erase_notes(int), erase_demo_mails(int) from public;
grant execute on function erase_notes(int), erase_demo_mails(int) to trefoil_app;

-- A member's own data as a file. It is made by the worker, read by its owner only, and deleted soon.
create table data_export (
  account_id int primary key references account,
  state text not null default 'waiting' constraint known_export_state check (state in ('waiting', 'ready', 'failed')),
  requested_at timestamptz not null default now(),
  attempts int not null default 0,
  percent smallint not null default 0 constraint of_a_hundred check (percent between 0 and 100),
  bytes bigint,
  expires_at timestamptz,
  constraint ready_whole check ((state = 'ready') = (bytes is not null and expires_at is not null))
);
create index waiting_export on data_export (requested_at) where state = 'waiting';

-- In pieces, each sealed under the account's own key.
create table data_export_part (
  account_id int not null references data_export on delete cascade,
  number int not null,
  content bytea not null,
  primary key (account_id, number)
);
grant select, insert, update, delete on data_export, data_export_part to trefoil_app;
