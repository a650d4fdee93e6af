-- What members ask, and what they are answered.

-- Counts changes of state.
create sequence support_case_turn;

create table support_case (
  id bigint generated always as identity primary key,
  -- Short enough to be told over the telephone.
  reference text collate "C" not null constraint case_reference_taken unique,
  member_id int not null references member,
  topic text not null constraint known_case_topic check (topic in ('missing_deposit', 'wrong_network', 'transaction', 'other')),
  -- `open`: waits for an operator. `waiting`: for the member.
  state text not null default 'open' constraint known_case_state check (state in ('open', 'waiting', 'solved')),
  subject text not null constraint subject_is_short check (length(subject) between 1 and 120),
  -- The transaction of the books that it is about.
  about_kind text constraint known_about check (about_kind in ('deposit', 'withdrawal', 'donation', 'transfer')),
  about_id text constraint about_is_short check (length(about_id) <= 200),
  -- The transaction of a chain that it is about, and what was found out about it when the case was opened.
  transaction text collate "C",
  network text constraint network_is_short check (length(network) <= 60),
  finding jsonb,
  opened_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- Its place among those in the same state.
  turn bigint not null default nextval('support_case_turn'),
  -- The member has not seen the last answer.
  unread boolean not null default false,
  constraint about_something check ((about_kind is null) = (about_id is null))
);
create index case_of_member on support_case (member_id, id);
create index case_by_state on support_case (state, turn);
create index case_to_delete on support_case (changed_at) where state = 'solved';

create table support_message (
  id bigint generated always as identity primary key,
  case_id bigint not null references support_case on delete cascade,
  -- Null: the member.
  operator_id int references account,
  text text not null constraint message_is_bounded check (length(text) between 1 and 4000),
  sent_at timestamptz not null default now()
);
create index message_of_case on support_message (case_id, id);

grant select, insert, update, delete on support_case to trefoil_app;
grant usage on sequence support_case_turn to trefoil_app;
-- What was written stays as it is, as long as its case does.
grant select, insert on support_message to trefoil_app;

-- An answer is what they asked for, so it is always mailed.
create or replace function wants_mail(owner account, topic text) returns boolean language sql stable as $$
  select topic is null or topic in ('security', 'support') or (topic = any(owner.mail_topics)
    and (topic = 'withdrawals' or owner.email_verified_at is not null or owner.email_grace_until > now()))
$$;
