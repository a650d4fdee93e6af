-- The outbox is the members' inbox as well: one row, which is shown there and, if its owner wants that, mailed.

alter table mail_outbox
  -- What its owner knows it by.
  add column reference uuid not null default gen_random_uuid(),
  add column read_at timestamptz;

-- What was mailed before there was an inbox is no news.
update mail_outbox set read_at = now();

-- `inbox`: it is shown there only.
alter table mail_outbox drop constraint known_mail_state, add constraint known_mail_state
  check (state in ('queued', 'failed', 'held', 'sent', 'undeliverable', 'dropped', 'inbox'));
drop trigger mail_stays on mail_outbox;
create trigger mail_stays before delete on mail_outbox for each row
  when (old.state not in ('sent', 'dropped', 'inbox')) execute function keep_mail();

create index mail_of_account on mail_outbox (account_id, id);
create index mail_unread on mail_outbox (account_id, id) where read_at is null;
create index mail_by_age on mail_outbox (created_at);
-- What is forgotten of a sent mail while its owner still reads of the event.
create index mail_to_trim on mail_outbox (tried_at)
  where recipient is not null or (kind = 'new device' and facts ? 'address');

-- `id`: a notice that gathers more becomes the newest again.
grant update (id, read_at, created_at) on mail_outbox to trefoil_app;

-- What the owner gets by mail as well. Security is not among the choices: it is always mailed.
alter table account add column mail_topics text[] not null default '{withdrawals}'
  constraint known_mail_topics check (mail_topics <@ array['donations', 'deposits', 'withdrawals', 'stages', 'causes']);

-- Money that leaves is worth waiting for until the address is verified. The rest is old by then.
create function wants_mail(owner account, topic text) returns boolean language sql stable as $$
  select topic is null or topic = 'security' or (topic = any(owner.mail_topics)
    and (topic = 'withdrawals' or owner.email_verified_at is not null or owner.email_grace_until > now()))
$$;

-- How far the ledger has been read for what it means to members, and the outbox for what is too much of it.
create table inbox_progress (
  only_row boolean primary key default true constraint there_is_one check (only_row),
  journal_id bigint not null,
  trimmed_mail_id bigint not null
);
insert into inbox_progress (journal_id, trimmed_mail_id)
select (select coalesce(max(id), 0) from journal), (select coalesce(max(id), 0) from mail_outbox);
grant select on inbox_progress to trefoil_app;
grant update (journal_id, trimmed_mail_id) on inbox_progress to trefoil_app;

-- What everybody who gave to a cause is told, a bounded number of members at a time. Those count who had given by then.
create table donor_notice (
  id bigint generated always as identity primary key,
  cause_id int not null references cause,
  facts jsonb not null,
  last_journal bigint not null,
  last_member int not null default 0,
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index donor_notice_open on donor_notice (id) where done_at is null;
grant select, insert on donor_notice to trefoil_app;
grant update (last_member, done_at) on donor_notice to trefoil_app;
