-- One outbox: a mail is queued by the operation that causes it, in its transaction, and kept whatever becomes of it.

create table mail_outbox (
  id bigint generated always as identity primary key,
  -- Null: a forgotten passcode. Whose address it is, the worker looks up; the facts have it as it was typed.
  account_id int references account,
  kind text not null,
  facts jsonb not null default '{}',
  -- `failed` is tried again. `dropped`: there was nobody to send it to.
  state text not null default 'queued'
    constraint known_mail_state check (state in ('queued', 'failed', 'sent', 'undeliverable', 'dropped')),
  attempts int not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  tried_at timestamptz,
  next_at timestamptz default now(),
  constraint open_mail_has_next_attempt check ((next_at is not null) = (state in ('queued', 'failed')))
);
create index mail_due on mail_outbox (next_at) where state in ('queued', 'failed');
create index mail_not_delivered on mail_outbox (id) where state in ('failed', 'undeliverable');
create index mail_by_last_attempt on mail_outbox (tried_at);

create function keep_mail() returns trigger language plpgsql as $$
begin
  raise exception 'A mail that was not delivered is kept' using errcode = 'check_violation', constraint = 'mail_stays';
end $$;
create trigger mail_stays before delete on mail_outbox for each row
  when (old.state not in ('sent', 'dropped')) execute function keep_mail();

grant select, insert, delete on mail_outbox to trefoil_app;
grant update (facts, state, attempts, last_error, tried_at, next_at) on mail_outbox to trefoil_app;

-- Who works at the console is found without reading every member.
create index account_of_staff on account (role) where role <> 'member';

drop trigger withdrawal_told on withdrawal;
drop trigger account_told on account;
drop trigger session_told on session;
drop trigger proposal_told on proposal;
drop function tell_withdrawal(), tell_account(), tell_session(), tell_proposal();

-- What still waits. A notice for all operators becomes one mail for each of them.
insert into mail_outbox (account_id, kind, facts, state, attempts, created_at, next_at)
select coalesce(n.account_id, a.id), n.kind, n.facts, case when n.attempts = 0 then 'queued' else 'failed' end,
  n.attempts, n.created_at, n.next_at
from notice n left join account a on n.account_id is null and a.role = 'operator'
where n.account_id is not null or a.id is not null
order by n.id;
drop table notice;

-- Mail of an installation without an SMTP server is no queue: it has arrived.
alter table outbox rename to demo_mail;
alter table demo_mail rename constraint outbox_pkey to demo_mail_pkey;
alter sequence outbox_id_seq rename to demo_mail_id_seq;

-- The queue that sent the mails of forgotten passcodes belongs to the application's role, unless it was moved here by
-- the owner.
do $$
begin
  if exists (select from pg_namespace where nspname = 'pgboss' and nspowner = 'trefoil_app'::regrole) then
    set local role trefoil_app;
  end if;
  if to_regclass('pgboss.job') is not null then
    execute $move$
      insert into mail_outbox (kind, facts)
      select 'forgotten passcode', jsonb_build_object('email', data ->> 'email') from pgboss.job
      where name = 'send-reset-mail' and state in ('created', 'retry', 'active') $move$;
  end if;
end $$;
drop schema if exists pgboss cascade;
reset role;
