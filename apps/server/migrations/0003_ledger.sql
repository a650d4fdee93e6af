-- The ledger: journals, their entries, the accounts that are nobody's, and what each donation was divided into.
-- Amounts count $0.00001. Rows and indexes are what costs, so each row is narrow and each index is needed.

create type ledger_account as enum ('impact', 'available', 'held', 'chain', 'cause', 'operations', 'dust', 'fees');

create type journal_reason as enum (
  'deposit', 'donation', 'transfer', 'withdrawal_held', 'withdrawal_released', 'withdrawal_paid', 'adjustment', 'reversal'
);

create type entry_share as enum (
  'whole', 'dust', 'cause', 'operations', 'sponsor', 'level_1', 'level_2', 'level_3', 'level_4', 'level_5', 'level_6',
  'level_7', 'level_8', 'level_9', 'level_10'
);

-- One poster at a time gives out the ids, so they have no gaps and are in the order of the commits.
create table journal (
  id bigint primary key,
  created_at timestamptz not null default statement_timestamp(),
  -- What left the source, and arrived.
  amount bigint not null,
  -- A member's, or 0: the system's.
  source_member int not null,
  -- Who received, where there is only one credit; 0 where the money was divided or went to the system.
  target_member int not null,
  source ledger_account not null,
  reason journal_reason not null,
  rule_version int not null,
  -- Of the request and its key, where one was sent: an effect is remembered with what was answered.
  request_hash bigint,
  idempotency_key text,
  reply text,
  reference text not null,
  constraint moves_something check (amount > 0),
  constraint same_reference_is_posted_once unique (reference),
  constraint remembered_whole check (num_nulls(request_hash, idempotency_key, reply) in (0, 3))
);
create unique index one_effect_per_key on journal (source_member, reason, idempotency_key)
  where idempotency_key is not null;
create index journal_of_source on journal (source_member, reason, id);
create index transfer_received on journal (target_member, id) where reason = 'transfer';

-- No foreign keys: they would lock a row for each line that is written. Invariants compare the two sides instead.
create table entry (
  journal_id bigint not null,
  amount bigint not null,
  balance_after bigint not null,
  -- 0: the system's.
  member_id int not null,
  sequence int not null,
  account ledger_account not null,
  share entry_share,
  constraint statement_line primary key (member_id, account, sequence),
  constraint moves_something check (amount <> 0),
  constraint insufficient_funds check (balance_after >= 0 or account = 'chain'),
  constraint credits_have_a_share check ((amount > 0) = (share is not null)),
  constraint members_own_purses check ((member_id > 0) = (account in ('impact', 'available', 'held'))),
  constraint numbered_from_one check (sequence > 0)
);
-- Entries are written in the order of their journals, so that a summary of each few pages is index enough.
create index entry_by_journal on entry using brin (journal_id) with (pages_per_range = 8, autosummarize = on);

create table system_account (
  account ledger_account primary key,
  balance bigint not null default 0,
  sequence int not null default 0,
  may_be_negative boolean not null default false,
  constraint system_owned check (account not in ('impact', 'available', 'held')),
  constraint insufficient_funds check (may_be_negative or balance >= 0)
) with (fillfactor = 10);
-- The chain is the outside world: it is owed what came in from it.
insert into system_account (account, may_be_negative)
  values ('chain', true), ('cause', false), ('operations', false), ('dust', false), ('fees', false);

create table donation (
  journal_id bigint primary key,
  -- The earning window that it closed.
  closed_last_donation bigint not null,
  closed_earned bigint not null,
  member_id int not null,
  closed_stage smallint not null,
  stage smallint not null,
  -- Every share: whose, what was due, what was paid, and why less.
  division json not null,
  constraint stage_never_skips check (stage in (closed_stage, closed_stage + 1) and stage between 1 and 10)
);

-- What is written stays: a mistake is corrected by a reversing journal.
grant select, insert on journal, entry, donation to trefoil_app;
grant select, update on system_account to trefoil_app;
