-- The other side of the counter: what operators did, what two of them agree on, and what has to be mailed.

-- Every act of an operator. Written in the transaction of the act itself: no act without a line, no line without an act.
create table act (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  action text not null,
  -- Null: the command line.
  operator_id int references account,
  member_id int references account,
  -- What it was done to: a withdrawal's reference, a proposal's number, an address.
  subject text,
  why text not null,
  address inet,
  agent text,
  details jsonb not null default '{}',
  constraint says_why check (length(trim(why)) > 0)
);
create index act_of_operator on act (operator_id, id);
create index act_on_member on act (member_id, id);

create function keep_act() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log only grows' using errcode = 'check_violation', constraint = 'acts_stay';
end $$;
create trigger acts_stay before update or delete on act for each row execute function keep_act();
create trigger acts_all_stay before truncate on act for each statement execute function keep_act();

-- An act that needs two persons: proposed by one operator, done when another agrees.
create table proposal (
  id int generated always as identity primary key,
  kind text not null constraint known_proposal check (kind in ('adjustment', 'assignment', 'programme', 'signer')),
  state text not null default 'open' constraint known_proposal_state check (state in ('open', 'done', 'rejected')),
  details jsonb not null,
  summary text not null,
  why text not null,
  member_id int references account,
  proposed_by int not null references account,
  proposed_at timestamptz not null default now(),
  decided_by int references account,
  decided_at timestamptz,
  decision text,
  constraint two_persons check (state <> 'done' or decided_by <> proposed_by),
  constraint decided_whole check ((state = 'open') = (decided_by is null) and (state = 'open') = (decided_at is null))
);
create index proposal_open on proposal (id) where state = 'open';
-- What arrived once is credited once.
create unique index one_assignment_per_transfer on proposal (((details ->> 'unmatched')::bigint))
  where kind = 'assignment' and state <> 'rejected';

create function guard_proposal() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'A proposal is decided once' using errcode = 'check_violation', constraint = 'proposal_moves';
  end if;
  return new;
end $$;
create trigger proposal_moves before update on proposal for each row execute function guard_proposal();

-- What somebody has to be told by mail: written with what happened, sent by the worker, then gone.
create table notice (
  id bigint generated always as identity primary key,
  -- Null: for all operators.
  account_id int references account,
  kind text not null,
  facts jsonb not null default '{}',
  created_at timestamptz not null default now(),
  attempts int not null default 0,
  next_at timestamptz not null default now()
);
create index notice_due on notice (next_at);

create function tell_withdrawal() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.state is distinct from new.state then
    insert into notice (account_id, kind, facts) values (new.member_id, 'withdrawal', jsonb_build_object(
      'state', new.state, 'amount', new.amount::text, 'address', new.address, 'reference', new.reference,
      'decision', new.decision));
  end if;
  if new.ended_at is null and (new.state = 'failed' or (new.look_at is null and new.waits_for is not null))
    and (tg_op = 'INSERT' or (old.state, old.waits_for) is distinct from (new.state, new.waits_for)) then
    insert into notice (kind, facts) values ('withdrawal waits', jsonb_build_object(
      'amount', new.amount::text, 'reference', new.reference, 'waits_for', coalesce(new.waits_for, new.state)));
  end if;
  return null;
end $$;
create trigger withdrawal_told after insert or update on withdrawal for each row execute function tell_withdrawal();

create function tell_account() returns trigger language plpgsql as $$
begin
  if new.wallet_address is distinct from old.wallet_address then
    insert into notice (account_id, kind, facts)
      values (new.id, 'new address', jsonb_build_object('address', new.wallet_address));
  end if;
  if new.passcode_hash <> old.passcode_hash then
    insert into notice (account_id, kind) values (new.id, 'passcode changed');
  end if;
  return null;
end $$;
create trigger account_told after update of wallet_address, passcode_hash on account
  for each row execute function tell_account();

-- A kind of browser that this account was never opened with before. The first of all is no news.
create function tell_session() returns trigger language plpgsql as $$
begin
  if exists (select from session where account_id = new.account_id and id <> new.id)
    and not exists (select from session where account_id = new.account_id and id <> new.id
      and agent is not distinct from new.agent) then
    insert into notice (account_id, kind, facts)
      values (new.account_id, 'new device', jsonb_build_object('agent', new.agent, 'address', host(new.address)));
  end if;
  return null;
end $$;
create index session_by_account on session (account_id);
create trigger session_told after insert on session for each row execute function tell_session();

create function tell_proposal() returns trigger language plpgsql as $$
begin
  insert into notice (kind, facts)
    values ('proposal waits', jsonb_build_object('summary', new.summary, 'by', new.proposed_by, 'id', new.id));
  return null;
end $$;
create trigger proposal_told after insert on proposal for each row execute function tell_proposal();

create index withdrawal_by_address on withdrawal (address);
create index account_by_name on account (lower(name) text_pattern_ops);
create index account_by_email on account (lower(email) text_pattern_ops);

grant select, insert on act, proposal to trefoil_app;
grant update (state, decided_by, decided_at, decision) on proposal to trefoil_app;
grant select, insert, update, delete on notice to trefoil_app;
-- A new version; what is written stays.
grant insert on programme to trefoil_app;
