-- What other programs are told about money, by signed requests (Standard Webhooks).

create table webhook_endpoint (
  id int generated always as identity primary key,
  url text not null constraint endpoint_is_bounded check (length(url) <= 500),
  description text not null constraint endpoint_is_described check (length(description) between 1 and 60),
  event_types text[] not null constraint wants_something check (cardinality(event_types) > 0),
  -- Null once it was removed.
  secret_box bytea,
  -- Signs as well until then, so that the receiver can change over.
  former_box bytea,
  former_until timestamptz,
  state text not null default 'enabled' constraint known_endpoint_state check (state in ('enabled', 'disabled', 'removed')),
  -- `gone`: it answered 410. `failing`: nothing was accepted for days.
  disabled_why text constraint known_disabling check (disabled_why in ('operator', 'gone', 'failing')),
  -- The last journal that was looked at for it.
  journal_id bigint not null,
  operator_id int not null references account,
  created_at timestamptz not null default now(),
  -- To the minute.
  delivered_at timestamptz,
  -- Since when everything fails, and when operators were notified.
  failing_since timestamptz,
  notified_at timestamptz,
  constraint disabled_for_a_reason check ((state = 'disabled') = (disabled_why is not null)),
  constraint signs_unless_removed check ((state = 'removed') = (secret_box is null)),
  constraint former_secret_ends check ((former_box is null) = (former_until is null))
);
create index webhook_endpoint_by_secret_version on webhook_endpoint (secret_version(secret_box), id)
  where secret_box is not null;
create index webhook_endpoint_by_former_version on webhook_endpoint (secret_version(former_box), id)
  where former_box is not null;

-- One event for one endpoint. What it says is read from the books when it is sent.
create table webhook_delivery (
  id bigint generated always as identity primary key,
  endpoint_id int not null references webhook_endpoint,
  -- Null: a test.
  journal_id bigint,
  type text not null,
  state text not null default 'waiting' constraint known_delivery_state check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  -- While an attempt is under way, the end of its lease.
  next_at timestamptz default now(),
  ended_at timestamptz,
  constraint one_delivery_per_event unique (endpoint_id, journal_id),
  constraint waits_for_its_turn check ((state = 'waiting') = (next_at is not null)),
  constraint waits_or_ended check ((state = 'waiting') = (ended_at is null))
);
create index webhook_delivery_due on webhook_delivery (endpoint_id, next_at) where state = 'waiting';
create index webhook_delivery_of_endpoint on webhook_delivery (endpoint_id, id);
create index webhook_delivery_by_state on webhook_delivery (endpoint_id, state, id);
create index webhook_delivery_to_delete on webhook_delivery (ended_at) where state <> 'waiting';

create table webhook_attempt (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references webhook_delivery on delete cascade,
  at timestamptz not null,
  duration_ms int not null,
  -- Null: there was no answer.
  status int,
  problem text,
  -- Its first bytes.
  answer text constraint answer_is_bounded check (length(answer) <= 1024)
);
create index webhook_attempt_of_delivery on webhook_attempt (delivery_id, id);

grant select, insert, update, delete on webhook_endpoint, webhook_delivery to trefoil_app;
-- What happened stays as it is, as long as its delivery does.
grant select, insert on webhook_attempt to trefoil_app;
