-- What members agree to: documents that two operators publish, and who may agree (docs/decisions/0050).

create table legal_document (
  kind text not null constraint known_document check (kind in ('terms', 'privacy', 'risk')),
  -- 1, 2, 3, …: the newest is in force.
  version int not null constraint versions_begin_at_one check (version > 0),
  text text not null constraint document_is_bounded check (length(text) between 1 and 50000),
  hash text collate "C" not null constraint hash_of_text check (hash = encode(sha256(convert_to(text, 'UTF8')), 'hex')),
  -- Its turn among everything that members are asked about.
  turn int not null constraint one_document_per_turn unique,
  published_at timestamptz not null default now(),
  proposal_id int not null constraint published_once unique references proposal,
  primary key (kind, version),
  constraint document_as_hashed unique (kind, version, hash)
);

-- Who may agree, and from when on they may give. The newest is in force; before the first everybody may.
create table consent_rule (
  version int primary key constraint rules_begin_at_one check (version > 0),
  -- `countries` are refused, or nobody else is allowed. Empty and refused: every country will do, and none is asked for.
  only_these boolean not null,
  countries text[] collate "C" not null,
  -- Null: no age is asked for.
  minimum_age smallint constraint possible_age check (minimum_age between 1 and 120),
  -- Between sign-up and the first donation.
  waiting_hours int not null constraint possible_wait check (waiting_hours between 0 and 8760),
  -- Of the last change of what members are asked: countries or age.
  turn int not null,
  decided_at timestamptz not null default now(),
  proposal_id int not null constraint decided_once unique references proposal,
  constraint known_form_of_countries check (array_to_string(countries, ',') ~ '^([A-Z]{2}(,[A-Z]{2})*)?$'),
  constraint somebody_is_allowed check (not only_these or cardinality(countries) > 0)
);

-- One for each time that a member agreed.
create table agreement (
  id bigint primary key generated always as identity,
  member_id int not null references member,
  -- Everything up to here.
  turn int not null,
  agreed_at timestamptz not null default now(),
  -- At least so old, as they said.
  minimum_age smallint,
  -- The country, as they said: sealed with the account's personal key.
  country_box bytea,
  constraint agreed_once unique (member_id, turn)
);

create table agreed_document (
  agreement_id bigint not null references agreement,
  kind text not null,
  version int not null,
  hash text collate "C" not null,
  primary key (agreement_id, kind),
  foreign key (kind, version, hash) references legal_document (kind, version, hash)
);

grant select, insert on legal_document, consent_rule, agreement, agreed_document to trefoil_app;

-- Decisions read the last turn that was asked for and the last that a member agreed to. The first changes with the mark
-- that batches are compared with, the second with the row's version.
alter table ledger_state
  add column agreement_turn int not null default 0,
  add column waiting_hours int not null default 0;
alter table member_balance add column agreed_turn int not null default 0;

create trigger ledger_locked before insert on legal_document for each statement execute function lock_ledger();
create trigger ledger_locked before insert on consent_rule for each statement execute function lock_ledger();

-- By the tables' owner. Without a document nothing is asked, whatever the rules are.
create function follow_consent() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update ledger_state set batch = gen_random_uuid(),
    agreement_turn = case when exists (select from legal_document) then greatest(
      (select max(turn) from legal_document), (select max(turn) from consent_rule)) else 0 end,
    waiting_hours = coalesce((select r.waiting_hours from consent_rule r order by version desc limit 1), 0);
  return null;
end $$;
create trigger ledger_follows after insert on legal_document for each statement execute function follow_consent();
create trigger ledger_follows after insert on consent_rule for each statement execute function follow_consent();

create trigger ledger_locked before insert on agreement for each statement execute function lock_ledger();
create function follow_agreement() returns trigger language plpgsql as $$
begin
  update member_balance set agreed_turn = greatest(agreed_turn, new.turn) where member_id = new.member_id;
  return null;
end $$;
create trigger balance_follows after insert on agreement for each row execute function follow_agreement();

alter table proposal drop constraint known_proposal;
alter table proposal add constraint known_proposal check (kind in
  ('adjustment', 'assignment', 'programme', 'signer', 'funding_address', 'payment', 'recovery', 'reversal', 'settings',
    'cause', 'payout', 'epoch', 'lost_tail', 'document', 'consent_rule'));
