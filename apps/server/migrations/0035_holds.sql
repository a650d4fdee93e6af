-- The count of an address's mails outlives the account for its hour, without the account: whoever erases one and signs up
-- again gets no further mails to it.
grant update (account_id) on mail_outbox to trefoil_app;

-- Addresses are now counted by keyed hashes. What was counted by plain ones begins anew.
update mail_outbox set recipient_hash = null, handed_at = null where handed_at is not null;

-- A security hold also forbids erasure. It is asked about here, with the account locked, so that none begins between the
-- question and the end of the account.
create or replace function close_member(closing int, journal bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(1953654118, 10);
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

-- The typed address of a mail that was sent is needed no more.
update mail_outbox set facts = facts - 'email' where state = 'sent' and facts ? 'email';

-- A copy of the data is for the session that asked for it, and goes with it: whoever comes in later shows passcode and
-- second factor for a copy of their own. Those from before are asked for again.
delete from data_export;
alter table data_export add column session_id uuid not null references session on delete cascade;
create index export_of_session on data_export (session_id);

create function drop_export_of_session() returns trigger language plpgsql as $$
begin
  delete from data_export where session_id = old.id;
  return null;
end $$;
create trigger session_end_drops_export after update of ended_at on session for each row
  when (old.ended_at is null and new.ended_at is not null) execute function drop_export_of_session();
