-- The schema that the migrations create. Written by "npm run schema"; a test compares the two.

create extension pg_trgm;

create type entry_share as enum ('whole', 'dust', 'cause', 'operations', 'sponsor', 'level_1', 'level_2', 'level_3', 'level_4', 'level_5', 'level_6', 'level_7', 'level_8', 'level_9', 'level_10');
create type journal_reason as enum ('deposit', 'donation', 'transfer', 'withdrawal_held', 'withdrawal_released', 'withdrawal_paid', 'adjustment', 'reversal', 'closing');
create type ledger_account as enum ('impact', 'available', 'held', 'chain', 'cause', 'operations', 'dust', 'fees');
create type share_cut as enum ('no_member', 'member_left', 'stage_too_low', 'threshold_reached');

create table account (
  id integer generated always as identity not null,
  role text not null,
  name text not null,
  email text not null,
  key_hash bytea not null,
  key_box bytea not null,
  passcode_hash text not null,
  wallet_address text,
  wallet_address_since timestamp with time zone,
  security_hold_until timestamp with time zone,
  totp_box bytea,
  totp_enabled_at timestamp with time zone,
  totp_step bigint default 0 not null,
  created_at timestamp with time zone default present() not null,
  passcode_handed_out boolean default false not null,
  passkey_user bytea,
  passkeys smallint default 0 not null,
  second_factor boolean generated always as (((totp_enabled_at IS NOT NULL) OR (passkeys > 0))) stored not null,
  email_hidden boolean default false not null,
  email_verified_at timestamp with time zone,
  email_grace_until timestamp with time zone,
  mail_topics text[] default '{withdrawals}'::text[] not null,
  first_steps boolean default true not null,
  language text,
  browser_language text,
  constraint account_pkey PRIMARY KEY (id),
  constraint passkey_user_taken UNIQUE (passkey_user),
  constraint private_key_taken UNIQUE (key_hash),
  constraint address_has_date CHECK (((wallet_address IS NULL) = (wallet_address_since IS NULL))),
  constraint enabled_totp_has_secret CHECK (((totp_enabled_at IS NULL) OR (totp_box IS NOT NULL))),
  constraint known_browser_language CHECK ((browser_language = ANY (ARRAY['en'::text, 'es'::text, 'pt'::text, 'fr'::text, 'id'::text, 'ar'::text]))),
  constraint known_language CHECK ((language = ANY (ARRAY['en'::text, 'es'::text, 'pt'::text, 'fr'::text, 'id'::text, 'ar'::text]))),
  constraint known_mail_topics CHECK ((mail_topics <@ ARRAY['donations'::text, 'deposits'::text, 'withdrawals'::text, 'stages'::text, 'causes'::text])),
  constraint known_role CHECK ((role = ANY (ARRAY['member'::text, 'operator'::text, 'auditor'::text, 'former'::text]))),
  constraint too_many_passkeys CHECK (((passkeys >= 0) AND (passkeys <= 20)))
);

create table activity (
  id bigint generated always as identity not null,
  account_id integer not null,
  type text not null,
  description text not null,
  metadata jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default present() not null,
  constraint activity_pkey PRIMARY KEY (id),
  constraint activity_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);

create table activity_summed (
  account_id integer not null,
  origin text not null,
  upto bigint default 0 not null,
  constraint activity_summed_pkey PRIMARY KEY (account_id, origin),
  constraint known_origin CHECK ((origin = ANY (ARRAY['impact'::text, 'available'::text, 'note'::text])))
);

create table agreed_document (
  agreement_id bigint not null,
  kind text not null,
  version integer not null,
  hash text collate "C" not null,
  constraint agreed_document_pkey PRIMARY KEY (agreement_id, kind),
  constraint agreed_document_agreement_id_fkey FOREIGN KEY (agreement_id) REFERENCES agreement(id),
  constraint agreed_document_kind_version_hash_fkey FOREIGN KEY (kind, version, hash) REFERENCES legal_document(kind, version, hash)
);

create table agreement (
  id bigint generated always as identity not null,
  member_id integer not null,
  turn integer not null,
  agreed_at timestamp with time zone default now() not null,
  minimum_age smallint,
  country_box bytea,
  constraint agreement_pkey PRIMARY KEY (id),
  constraint agreed_once UNIQUE (member_id, turn),
  constraint agreement_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id)
);

create table api_key (
  id integer generated always as identity not null,
  name text not null,
  key_hash bytea not null,
  scopes text[] not null,
  operator_id integer not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_key_hash_key UNIQUE (key_hash),
  constraint api_key_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES account(id),
  constraint api_key_key_hash_check CHECK ((length(key_hash) = 32)),
  constraint api_key_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint api_key_scopes_check CHECK ((cardinality(scopes) > 0))
);

create table attestation_contract (
  setting integer not null,
  address text collate "C" not null,
  constraint attestation_contract_pkey PRIMARY KEY (setting),
  constraint attestation_contract_setting_fkey FOREIGN KEY (setting) REFERENCES chain_setting(number)
);

create table audit_entry (
  id bigint generated always as identity not null,
  at timestamp with time zone default present() not null,
  action text not null,
  operator_id integer,
  member_id integer,
  subject text,
  why text not null,
  address inet,
  agent text,
  details jsonb default '{}'::jsonb not null,
  constraint audit_entry_pkey PRIMARY KEY (id),
  constraint audit_entry_member_id_fkey FOREIGN KEY (member_id) REFERENCES account(id),
  constraint audit_entry_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES account(id),
  constraint says_why CHECK ((length(TRIM(BOTH FROM why)) > 0))
);

create table auth_event (
  id bigint generated always as identity not null,
  account_id integer not null,
  at timestamp with time zone default now() not null,
  kind text not null,
  minute timestamp with time zone,
  details bytea,
  constraint auth_event_pkey PRIMARY KEY (id),
  constraint auth_event_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint short_details CHECK ((length(details) <= 1000)),
  constraint short_kind CHECK (((length(kind) >= 1) AND (length(kind) <= 60)))
);

create table cause (
  id integer generated by default as identity not null,
  slug text not null,
  name text not null,
  state text default 'draft'::text not null,
  created_at timestamp with time zone default now() not null,
  summary text default ''::text not null,
  story text default ''::text not null,
  picture text collate "C",
  picture_description text default ''::text not null,
  legal_name text default ''::text not null,
  country text,
  registration_number text default ''::text not null,
  link text default ''::text not null,
  deductible jsonb default '[]'::jsonb not null,
  payout_address text collate "C",
  payout_address_from timestamp with time zone,
  payout_address_by integer,
  text_version integer default 1 not null,
  written_by integer,
  written_at timestamp with time zone,
  constraint cause_pkey PRIMARY KEY (id),
  constraint one_cause_per_slug UNIQUE (slug),
  constraint cause_payout_address_by_fkey FOREIGN KEY (payout_address_by) REFERENCES proposal(id),
  constraint cause_picture_fkey FOREIGN KEY (picture) REFERENCES picture(name),
  constraint cause_written_by_fkey FOREIGN KEY (written_by) REFERENCES account(id),
  constraint address_is_agreed_on CHECK ((((payout_address IS NULL) = (payout_address_from IS NULL)) AND ((payout_address IS NULL) = (payout_address_by IS NULL)))),
  constraint country_has_two_letters CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint few_causes CHECK (((id >= 1) AND (id <= 33554431))),
  constraint known_cause_state CHECK ((state = ANY (ARRAY['draft'::text, 'open'::text, 'closed'::text]))),
  constraint link_leads_to_the_web CHECK (((link = ''::text) OR (link ~ '^https?://'::text))),
  constraint named CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint readable_slug CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 60))),
  constraint story_fits CHECK ((length(story) <= 20000)),
  constraint summary_fits CHECK ((length(summary) <= 280))
);

create table cause_count (
  cause_id integer not null,
  donors integer not null,
  constraint cause_count_pkey PRIMARY KEY (cause_id),
  constraint cause_count_cause_id_fkey FOREIGN KEY (cause_id) REFERENCES cause(id),
  constraint nobody_leaves_twice CHECK ((donors >= 0))
);

create table cause_donor (
  cause_id integer not null,
  member_id integer not null,
  donations integer not null,
  constraint cause_donor_pkey PRIMARY KEY (cause_id, member_id),
  constraint cause_donor_cause_id_fkey FOREIGN KEY (cause_id) REFERENCES cause(id),
  constraint cause_donor_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint no_donation_is_reversed_twice CHECK ((donations >= 0))
);

create table cause_update (
  id integer generated always as identity not null,
  cause_id integer not null,
  title text not null,
  text text not null,
  posted_by integer not null,
  posted_at timestamp with time zone default present() not null,
  constraint cause_update_pkey PRIMARY KEY (id),
  constraint cause_update_cause_id_fkey FOREIGN KEY (cause_id) REFERENCES cause(id),
  constraint cause_update_posted_by_fkey FOREIGN KEY (posted_by) REFERENCES account(id)
);

create table cause_update_picture (
  update_id integer not null,
  place smallint not null,
  picture text collate "C" not null,
  description text not null,
  constraint cause_update_picture_pkey PRIMARY KEY (update_id, place),
  constraint cause_update_picture_picture_fkey FOREIGN KEY (picture) REFERENCES picture(name),
  constraint cause_update_picture_update_id_fkey FOREIGN KEY (update_id) REFERENCES cause_update(id)
);

create table cause_update_revision (
  update_id integer not null,
  revision integer not null,
  title text,
  text text,
  made_by integer not null,
  made_at timestamp with time zone default present() not null,
  constraint one_revision_follows_another PRIMARY KEY (update_id, revision),
  constraint cause_update_revision_made_by_fkey FOREIGN KEY (made_by) REFERENCES account(id),
  constraint cause_update_revision_update_id_fkey FOREIGN KEY (update_id) REFERENCES cause_update(id),
  constraint the_update_is_the_first CHECK ((revision > 1)),
  constraint whole_or_withdrawn CHECK (((title IS NULL) = (text IS NULL)))
);

create table chain_setting (
  number integer not null,
  chain_id bigint not null,
  token text collate "C" not null,
  decimals integer not null,
  factory text collate "C" not null,
  implementation text collate "C" not null,
  treasury text collate "C" not null,
  vault text collate "C" not null,
  since timestamp with time zone default now() not null,
  constraint chain_setting_pkey PRIMARY KEY (number),
  constraint settings_count_from_one CHECK ((number >= 1))
);

create table consent_rule (
  version integer not null,
  only_these boolean not null,
  countries text[] collate "C" not null,
  minimum_age smallint,
  waiting_hours integer not null,
  turn integer not null,
  decided_at timestamp with time zone default now() not null,
  proposal_id integer not null,
  constraint consent_rule_pkey PRIMARY KEY (version),
  constraint decided_once UNIQUE (proposal_id),
  constraint consent_rule_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposal(id),
  constraint known_form_of_countries CHECK ((array_to_string(countries, ','::text) ~ '^([A-Z]{2}(,[A-Z]{2})*)?$'::text)),
  constraint possible_age CHECK (((minimum_age >= 1) AND (minimum_age <= 120))),
  constraint possible_wait CHECK (((waiting_hours >= 0) AND (waiting_hours <= 8760))),
  constraint rules_begin_at_one CHECK ((version > 0)),
  constraint somebody_is_allowed CHECK (((NOT only_these) OR (cardinality(countries) > 0)))
);

create table data_export (
  account_id integer not null,
  state text default 'waiting'::text not null,
  requested_at timestamp with time zone default now() not null,
  attempts integer default 0 not null,
  percent smallint default 0 not null,
  bytes bigint,
  expires_at timestamp with time zone,
  session_id uuid not null,
  constraint data_export_pkey PRIMARY KEY (account_id),
  constraint data_export_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint data_export_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint known_export_state CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text]))),
  constraint of_a_hundred CHECK (((percent >= 0) AND (percent <= 100))),
  constraint ready_whole CHECK (((state = 'ready'::text) = ((bytes IS NOT NULL) AND (expires_at IS NOT NULL))))
);

create table data_export_part (
  account_id integer not null,
  number integer not null,
  content bytea not null,
  constraint data_export_part_pkey PRIMARY KEY (account_id, number),
  constraint data_export_part_account_id_fkey FOREIGN KEY (account_id) REFERENCES data_export(account_id) ON DELETE CASCADE
);

create table database_timeline (
  cluster bigint not null,
  number integer not null,
  seen_at timestamp with time zone default now() not null,
  constraint database_timeline_pkey PRIMARY KEY (cluster, number)
);

create table demo_mail (
  id bigint generated always as identity not null,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamp with time zone default now() not null,
  constraint demo_mail_pkey PRIMARY KEY (id)
);

create table deposit (
  id bigint generated always as identity not null,
  chain_id bigint not null,
  transaction text collate "C" not null,
  ordinal integer not null,
  block_number bigint not null,
  block_hash text not null,
  address text collate "C" not null,
  member_id integer not null,
  sender text not null,
  value numeric(78,0) not null,
  credited bigint not null,
  remainder numeric(78,0) not null,
  state text default 'seen'::text not null,
  seen_at timestamp with time zone default present() not null,
  credited_at timestamp with time zone,
  sweep_signer text,
  sweep_nonce bigint,
  reference text generated always as (((((('deposit/'::text || (chain_id)::text) || '/'::text) || transaction) || '/'::text) || (ordinal)::text)) stored not null,
  screening text,
  clearing bigint,
  cleared_at timestamp with time zone,
  constraint deposit_pkey PRIMARY KEY (id),
  constraint one_credit_per_log UNIQUE (chain_id, transaction, ordinal),
  constraint deposit_address_fkey FOREIGN KEY (address) REFERENCES deposit_address(address),
  constraint cleared_at_a_time CHECK (((clearing IS NULL) = (cleared_at IS NULL))),
  constraint cleared_or_on_hold CHECK (((clearing IS NULL) OR (screening IS NULL))),
  constraint credited_once_final CHECK (((credited_at IS NOT NULL) = (state = 'credited'::text))),
  constraint known_deposit_screening CHECK ((screening = ANY (ARRAY['waiting'::text, 'held'::text]))),
  constraint known_deposit_state CHECK ((state = ANY (ARRAY['seen'::text, 'dropped'::text, 'final'::text, 'credited'::text]))),
  constraint worth_something CHECK ((value > (0)::numeric))
);

create table deposit_address (
  address text collate "C" not null,
  member_id integer not null,
  turn integer not null,
  issued_at timestamp with time zone default present() not null,
  expires_at timestamp with time zone not null,
  received_at timestamp with time zone,
  setting integer not null,
  index text collate "C" not null,
  set_aside text,
  set_aside_until timestamp with time zone,
  constraint deposit_address_pkey PRIMARY KEY (address),
  constraint one_address_per_turn UNIQUE (member_id, setting, turn),
  constraint deposit_address_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint index_has_256_bits CHECK ((index ~ '^0x[0-9a-f]{64}$'::text)),
  constraint set_aside_with_a_reason CHECK (((set_aside IS NULL) = (set_aside_until IS NULL))),
  constraint turns_count_from_zero CHECK ((turn >= 0))
);

create table donation (
  journal_id bigint not null,
  closed_last_donation bigint not null,
  closed_earned bigint not null,
  member_id integer not null,
  closed_stage smallint not null,
  stage smallint not null,
  cause_id integer not null,
  division_members integer[] not null,
  division_due bigint[] not null,
  division_paid bigint[] not null,
  division_cuts share_cut[] not null,
  constraint donation_pkey PRIMARY KEY (journal_id),
  constraint divided_in_whole CHECK (((cardinality(division_members) = 13) AND (cardinality(division_due) = 13) AND (cardinality(division_paid) = 13) AND (cardinality(division_cuts) = 13))),
  constraint stage_never_skips CHECK ((((stage = closed_stage) OR (stage = (closed_stage + 1))) AND ((stage >= 1) AND (stage <= 10))))
);

create table donor_notice (
  id bigint generated always as identity not null,
  cause_id integer not null,
  facts jsonb not null,
  last_journal bigint not null,
  last_member integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  done_at timestamp with time zone,
  update_id integer,
  constraint donor_notice_pkey PRIMARY KEY (id),
  constraint donor_notice_cause_id_fkey FOREIGN KEY (cause_id) REFERENCES cause(id),
  constraint donor_notice_update_id_fkey FOREIGN KEY (update_id) REFERENCES cause_update(id)
);

create table dust_count (
  chain_id bigint not null,
  remainder numeric(78,0) default 0 not null,
  booked bigint default 0 not null,
  constraint dust_count_pkey PRIMARY KEY (chain_id)
);

create table email_change (
  id integer generated always as identity not null,
  account_id integer not null,
  old_email text not null,
  undo_hash bytea,
  changed_at timestamp with time zone default now() not null,
  undo_until timestamp with time zone not null,
  undone_at timestamp with time zone,
  constraint email_change_pkey PRIMARY KEY (id),
  constraint undo_token_taken UNIQUE (undo_hash),
  constraint email_change_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);

create table email_verification (
  account_id integer not null,
  email text not null,
  token_hash bytea not null,
  code_hash bytea not null,
  link_until timestamp with time zone not null,
  code_until timestamp with time zone not null,
  wrong_codes integer default 0 not null,
  constraint email_verification_pkey PRIMARY KEY (account_id),
  constraint verification_token_taken UNIQUE (token_hash),
  constraint email_verification_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);

create table entry (
  journal_id bigint not null,
  amount bigint not null,
  balance_after bigint not null,
  member_id integer not null,
  sequence bigint not null,
  account ledger_account not null,
  share entry_share,
  constraint statement_line PRIMARY KEY (member_id, account, sequence),
  constraint accounts_have_an_owner CHECK (
CASE
    WHEN (member_id > 0) THEN (account = ANY (ARRAY['impact'::ledger_account, 'available'::ledger_account, 'held'::ledger_account]))
    WHEN (member_id < 0) THEN (account = ANY (ARRAY['cause'::ledger_account, 'held'::ledger_account]))
    ELSE (account = ANY (ARRAY['chain'::ledger_account, 'operations'::ledger_account, 'dust'::ledger_account, 'held'::ledger_account]))
END),
  constraint credits_have_a_share CHECK (((amount > 0) = (share IS NOT NULL))),
  constraint insufficient_funds CHECK (((balance_after >= 0) OR (account = 'chain'::ledger_account))),
  constraint moves_something CHECK ((amount <> 0)),
  constraint numbered_from_one CHECK ((sequence > 0))
);

create table entry_month (
  member_id integer not null,
  month date not null,
  reason journal_reason not null,
  share entry_share,
  entries integer not null,
  amount bigint not null,
  constraint one_sum_each UNIQUE NULLS NOT DISTINCT (member_id, month, reason, share)
) with (fillfactor=70);

create table epoch (
  number integer not null,
  state text default 'waiting'::text not null,
  asked_at timestamp with time zone default now() not null,
  proposal_id integer,
  why text,
  began_at timestamp with time zone,
  counted integer default 0 not null,
  owners integer default 0 not null,
  outstanding text,
  at timestamp with time zone,
  journal bigint,
  depth smallint,
  leaves integer,
  root bytea,
  total bigint,
  log_size bigint,
  log_root bytea,
  built_at timestamp with time zone,
  key_box bytea,
  contract text collate "C",
  transaction text collate "C",
  fee_paid numeric(78,0),
  vault_balance numeric(78,0),
  treasury_balance numeric(78,0),
  posted_at timestamp with time zone,
  anchored_at timestamp with time zone,
  constraint epoch_pkey PRIMARY KEY (number),
  constraint one_epoch_per_proposal UNIQUE (proposal_id),
  constraint epoch_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposal(id),
  constraint anchored_whole CHECK (((state <> 'anchored'::text) OR (ROW(contract, vault_balance, treasury_balance, posted_at, anchored_at) IS NOT NULL))),
  constraint built_whole CHECK (((state <> ALL (ARRAY['posting'::text, 'anchored'::text])) OR (ROW(at, journal, depth, leaves, root, total, log_size, log_root, built_at, key_box) IS NOT NULL))),
  constraint epochs_count_from_one CHECK ((number >= 1)),
  constraint failed_because CHECK (((state <> 'failed'::text) OR (why IS NOT NULL))),
  constraint known_epoch_state CHECK ((state = ANY (ARRAY['waiting'::text, 'building'::text, 'posting'::text, 'anchored'::text, 'failed'::text]))),
  constraint nothing_owed_is_negative CHECK ((total >= 0))
);

create table epoch_nodes (
  epoch integer not null,
  level smallint not null,
  part integer not null,
  content bytea not null,
  constraint epoch_nodes_pkey PRIMARY KEY (epoch, level, part),
  constraint epoch_nodes_epoch_fkey FOREIGN KEY (epoch) REFERENCES epoch(number) ON UPDATE CASCADE
);

create table epoch_owners (
  epoch integer not null,
  first_owner integer not null,
  content bytea not null,
  constraint epoch_owners_pkey PRIMARY KEY (epoch, first_owner),
  constraint epoch_owners_epoch_fkey FOREIGN KEY (epoch) REFERENCES epoch(number) ON UPDATE CASCADE
);

create table facts (
  id bigint generated always as identity not null,
  day date not null,
  made_at timestamp with time zone default present() not null,
  figures text not null,
  constraint facts_pkey PRIMARY KEY (id),
  constraint facts_once_a_day UNIQUE (day)
);

create table facts_cohort (
  month date not null,
  months_after smallint not null,
  people integer not null,
  earned_nothing integer not null,
  got_back_less integer not null,
  constraint facts_cohort_pkey PRIMARY KEY (month, months_after),
  constraint first_of_a_month CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint known_age CHECK ((months_after = ANY (ARRAY[3, 6, 12]))),
  constraint parts_of_all CHECK (((LEAST(people, earned_nothing, got_back_less) >= 0) AND (GREATEST(earned_nothing, got_back_less) <= people)))
);

create table former_member (
  member_id integer not null,
  closed_at timestamp with time zone default now() not null,
  last_journal bigint not null,
  constraint former_member_pkey PRIMARY KEY (member_id),
  constraint former_member_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id)
);

create table found_payment (
  withdrawal_id bigint not null,
  transaction text collate "C" not null,
  signer text collate "C",
  block_number bigint not null,
  fee_paid numeric(78,0),
  found_at timestamp with time zone default now() not null,
  ordinal integer not null,
  constraint found_payment_pkey PRIMARY KEY (withdrawal_id),
  constraint one_withdrawal_per_payment UNIQUE (transaction, ordinal),
  constraint found_payment_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id)
);

create table funding_address (
  chain_id bigint not null,
  address text collate "C" not null,
  name text not null,
  proposal_id integer not null,
  declared_at timestamp with time zone default present() not null,
  constraint funding_address_pkey PRIMARY KEY (chain_id, address),
  constraint funding_address_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposal(id)
);

create table inbox_progress (
  only_row boolean default true not null,
  journal_id bigint not null,
  trimmed_mail_id bigint not null,
  constraint inbox_progress_pkey PRIMARY KEY (only_row),
  constraint there_is_one CHECK (only_row)
);

create table installation (
  key text not null,
  value jsonb not null,
  constraint installation_pkey PRIMARY KEY (key)
);

create table journal (
  id bigint not null,
  created_at timestamp with time zone default present_statement() not null,
  amount bigint not null,
  source_member integer not null,
  target_member integer not null,
  source ledger_account not null,
  reason journal_reason not null,
  rule_version integer not null,
  request_hash bigint,
  idempotency_key text,
  reply text,
  reference text not null,
  constraint journal_pkey PRIMARY KEY (id),
  constraint same_reference_is_posted_once UNIQUE (reference),
  constraint moves_something CHECK ((amount > 0)),
  constraint remembered_whole CHECK ((num_nulls(request_hash, idempotency_key, reply) = ANY (ARRAY[0, 3])))
);

create table lease (
  lock integer not null,
  token uuid not null,
  until timestamp with time zone not null,
  constraint lease_pkey PRIMARY KEY (lock)
) with (fillfactor=50);

create table ledger_state (
  only_row boolean default true not null,
  batch uuid not null,
  stopped_by integer,
  lineage integer default 0 not null,
  agreement_turn integer default 0 not null,
  waiting_hours integer default 0 not null,
  recovering boolean default false not null,
  constraint ledger_state_pkey PRIMARY KEY (only_row),
  constraint ledger_state_only_row_check CHECK (only_row)
);

create table legal_document (
  kind text not null,
  version integer not null,
  text text not null,
  hash text collate "C" not null,
  turn integer not null,
  published_at timestamp with time zone default now() not null,
  proposal_id integer not null,
  constraint legal_document_pkey PRIMARY KEY (kind, version),
  constraint document_as_hashed UNIQUE (kind, version, hash),
  constraint one_document_per_turn UNIQUE (turn),
  constraint published_once UNIQUE (proposal_id),
  constraint legal_document_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposal(id),
  constraint document_is_bounded CHECK (((length(text) >= 1) AND (length(text) <= 50000))),
  constraint hash_of_text CHECK ((hash = encode(sha256(convert_to(text, 'UTF8'::name)), 'hex'::text))),
  constraint known_document CHECK ((kind = ANY (ARRAY['terms'::text, 'privacy'::text, 'risk'::text]))),
  constraint versions_begin_at_one CHECK ((version > 0))
);

create table lost_payment (
  payout_id text collate "C" not null,
  member_id integer not null,
  payout_number integer not null,
  found_at timestamp with time zone default now() not null,
  constraint lost_payment_pkey PRIMARY KEY (payout_id),
  constraint one_lost_payment_per_number UNIQUE (member_id, payout_number)
);

create table lost_tail (
  id integer generated always as identity not null,
  found_at timestamp with time zone default now() not null,
  journal_id bigint not null,
  reference text not null,
  last_journal bigint not null,
  accepted_at timestamp with time zone,
  proposal_id integer,
  constraint lost_tail_pkey PRIMARY KEY (id),
  constraint lost_tail_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposal(id),
  constraint two_operators_accept_it CHECK (((accepted_at IS NULL) = (proposal_id IS NULL)))
);

create table mail_outbox (
  id bigint generated always as identity not null,
  account_id integer,
  kind text not null,
  facts jsonb default '{}'::jsonb not null,
  state text default 'queued'::text not null,
  attempts integer default 0 not null,
  last_error text,
  created_at timestamp with time zone default now() not null,
  tried_at timestamp with time zone,
  next_at timestamp with time zone default now(),
  recipient text,
  recipient_hash bytea,
  handed_at timestamp with time zone,
  sent_with bigint,
  reference uuid default gen_random_uuid() not null,
  read_at timestamp with time zone,
  language text,
  constraint mail_outbox_pkey PRIMARY KEY (id),
  constraint mail_outbox_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint handed_to_somebody CHECK (((recipient_hash IS NULL) = (handed_at IS NULL))),
  constraint known_language CHECK ((language = ANY (ARRAY['en'::text, 'es'::text, 'pt'::text, 'fr'::text, 'id'::text, 'ar'::text]))),
  constraint known_mail_state CHECK ((state = ANY (ARRAY['queued'::text, 'failed'::text, 'held'::text, 'sent'::text, 'undeliverable'::text, 'dropped'::text, 'inbox'::text]))),
  constraint open_mail_has_next_attempt CHECK (((next_at IS NOT NULL) = (state = ANY (ARRAY['queued'::text, 'failed'::text]))))
);

create table member (
  id integer not null,
  referral_code text not null,
  sponsor integer,
  parent integer,
  "position" smallint,
  depth integer not null,
  gap integer default 0 not null,
  upline integer[] not null,
  seats integer[] not null,
  constraint member_pkey PRIMARY KEY (id),
  constraint one_in_a_place UNIQUE (parent, "position"),
  constraint referral_code_taken UNIQUE (referral_code),
  constraint member_id_fkey FOREIGN KEY (id) REFERENCES account(id),
  constraint member_parent_fkey FOREIGN KEY (parent) REFERENCES member(id),
  constraint member_sponsor_fkey FOREIGN KEY (sponsor) REFERENCES member(id),
  constraint bounded_upline CHECK ((cardinality(upline) = LEAST(depth, 10))),
  constraint left_center_right CHECK ((("position" >= 0) AND ("position" <= 2))),
  constraint only_the_root_hangs_free CHECK ((((parent IS NULL) = (depth = 0)) AND ((parent IS NULL) = ("position" IS NULL)) AND ((parent IS NULL) = (sponsor IS NULL)))),
  constraint seat_in_each_team CHECK ((cardinality(seats) = cardinality(upline)))
);

create table member_balance (
  member_id integer not null,
  impact bigint default 0 not null,
  impact_sequence integer default 0 not null,
  available bigint default 0 not null,
  available_sequence integer default 0 not null,
  held bigint default 0 not null,
  held_sequence integer default 0 not null,
  stage smallint default 0 not null,
  last_donation bigint default 0 not null,
  stage_balance bigint default 0 not null,
  total_donated bigint default 0 not null,
  total_earned bigint default 0 not null,
  total_deposited bigint default 0 not null,
  total_withdrawn bigint default 0 not null,
  frozen boolean default false not null,
  closed boolean default false not null,
  version bigint default 0 not null,
  returnable bigint default 0 not null,
  on_hold bigint default 0 not null,
  kyc_level smallint default 0 not null,
  kyc_level_by integer,
  agreed_turn integer default 0 not null,
  constraint member_balance_pkey PRIMARY KEY (member_id),
  constraint member_balance_kyc_level_by_fkey FOREIGN KEY (kyc_level_by) REFERENCES account(id),
  constraint member_balance_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id) DEFERRABLE INITIALLY DEFERRED,
  constraint insufficient_funds CHECK (((impact >= 0) AND (available >= 0) AND (held >= 0))),
  constraint known_kyc_level CHECK (((kyc_level >= 0) AND (kyc_level <= 9))),
  constraint known_stage CHECK (((stage >= 0) AND (stage <= 10))),
  constraint on_hold_is_covered CHECK (((on_hold >= 0) AND (on_hold <= impact))),
  constraint returnable_is_covered CHECK (((returnable >= 0) AND (returnable <= impact)))
) with (fillfactor=50);

create table migration (
  number integer not null,
  name text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migration_pkey PRIMARY KEY (number)
);

create table nonce_gap (
  signer text collate "C" not null,
  first bigint not null,
  last bigint not null,
  accepted_at timestamp with time zone default now() not null,
  constraint nonce_gap_pkey PRIMARY KEY (signer, first),
  constraint nonce_gap_signer_fkey FOREIGN KEY (signer) REFERENCES signer(address),
  constraint skips_something CHECK ((last >= first))
);

create table note_month (
  account_id integer not null,
  month date not null,
  type text not null,
  notes integer not null,
  constraint note_month_pkey PRIMARY KEY (account_id, month, type)
) with (fillfactor=70);

create table passkey (
  id integer generated always as identity not null,
  account_id integer not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  copied_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_taken UNIQUE (credential_id),
  constraint passkey_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint counter_counts CHECK ((counter >= 0)),
  constraint passkey_named CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);

create table personal_key (
  account_id integer not null,
  key_box bytea,
  destroyed_at timestamp with time zone,
  constraint personal_key_pkey PRIMARY KEY (account_id),
  constraint personal_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint destroyed_or_sealed CHECK (((key_box IS NULL) = (destroyed_at IS NOT NULL)))
);

create table picture (
  name text collate "C" not null,
  width integer not null,
  height integer not null,
  large bytea not null,
  small bytea not null,
  added_at timestamp with time zone default present() not null,
  constraint picture_pkey PRIMARY KEY (name),
  constraint named_by_its_content CHECK ((name ~ '^[0-9a-f]{32}$'::text))
);

create table poster_endpoint (
  host text not null,
  port integer not null,
  secret bytea not null,
  is_only_one boolean default true not null,
  constraint poster_endpoint_pkey PRIMARY KEY (is_only_one),
  constraint poster_endpoint_is_only_one_check CHECK (is_only_one)
);

create table programme (
  version integer not null,
  rules jsonb not null,
  active_from timestamp with time zone default now() not null,
  constraint programme_pkey PRIMARY KEY (version)
);

create table proof_log (
  number integer not null,
  opened_at timestamp with time zone default now() not null,
  previous_number integer,
  previous_size bigint,
  previous_root bytea,
  size bigint not null,
  root bytea not null,
  checkpoint text not null,
  signed_at timestamp with time zone default now() not null,
  constraint proof_log_pkey PRIMARY KEY (number),
  constraint previous_whole CHECK ((num_nulls(previous_number, previous_size, previous_root) = ANY (ARRAY[0, 3])))
);

create table proof_log_commitment (
  journal_id bigint not null,
  "position" integer not null,
  commitment bytea not null,
  constraint proof_log_commitment_pkey PRIMARY KEY (journal_id, "position"),
  constraint one_hash CHECK ((octet_length(commitment) = 32))
);

create table proof_log_key (
  owner integer not null,
  seed bytea,
  erased_at timestamp with time zone,
  constraint proof_log_key_pkey PRIMARY KEY (owner),
  constraint sixteen_bytes CHECK ((octet_length(seed) = 16))
);

create table proof_log_progress (
  only_row boolean default true not null,
  size bigint default 0 not null,
  journal_id bigint default 0 not null,
  audit_entry_id bigint default 0 not null,
  was_restored boolean default false not null,
  constraint proof_log_progress_pkey PRIMARY KEY (only_row),
  constraint there_is_one CHECK (only_row)
);

create table proof_log_run (
  first_index bigint not null,
  kind smallint not null,
  first_id bigint not null,
  count bigint not null,
  constraint proof_log_run_pkey PRIMARY KEY (first_index),
  constraint has_leaves CHECK ((count > 0)),
  constraint known_leaf_kind CHECK (((kind >= 1) AND (kind <= 4)))
);

create table proof_log_salt (
  kind smallint not null,
  id bigint not null,
  salt bytea not null,
  constraint proof_log_salt_pkey PRIMARY KEY (kind, id),
  constraint sixteen_bytes CHECK ((octet_length(salt) = 16))
);

create table proof_log_tile (
  level smallint not null,
  index bigint not null,
  hashes bytea not null,
  constraint proof_log_tile_pkey PRIMARY KEY (level, index),
  constraint whole_hashes CHECK ((((octet_length(hashes) >= 32) AND (octet_length(hashes) <= 8192)) AND ((octet_length(hashes) % 32) = 0)))
);

create table proposal (
  id integer generated always as identity not null,
  kind text not null,
  state text default 'open'::text not null,
  details jsonb not null,
  summary text not null,
  why text not null,
  member_id integer,
  proposed_by integer not null,
  proposed_at timestamp with time zone default present() not null,
  decided_by integer,
  decided_at timestamp with time zone,
  decision text,
  reversed_by integer,
  constraint proposal_pkey PRIMARY KEY (id),
  constraint proposal_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id),
  constraint proposal_member_id_fkey FOREIGN KEY (member_id) REFERENCES account(id),
  constraint proposal_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES account(id),
  constraint proposal_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES proposal(id),
  constraint decided_whole CHECK ((((state = 'open'::text) = (decided_by IS NULL)) AND ((state = 'open'::text) = (decided_at IS NULL)))),
  constraint known_proposal CHECK ((kind = ANY (ARRAY['adjustment'::text, 'assignment'::text, 'programme'::text, 'signer'::text, 'funding_address'::text, 'payment'::text, 'recovery'::text, 'reversal'::text, 'settings'::text, 'cause'::text, 'payout'::text, 'epoch'::text, 'lost_tail'::text, 'document'::text, 'consent_rule'::text]))),
  constraint known_proposal_state CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'rejected'::text]))),
  constraint two_persons CHECK (((state <> 'done'::text) OR (decided_by <> proposed_by)))
);

create table rate_limit (
  key character varying(255) not null,
  points integer not null,
  expire bigint,
  constraint rate_limit_pkey PRIMARY KEY (key)
);

create table reconciliation (
  id bigint generated always as identity not null,
  chain_id bigint not null,
  block_number bigint not null,
  figures jsonb not null,
  difference numeric(78,0) not null,
  unbooked numeric(78,0) not null,
  settled_block bigint not null,
  settled_journal bigint not null,
  found_at timestamp with time zone default now() not null,
  checked_at timestamp with time zone default now() not null,
  constraint reconciliation_pkey PRIMARY KEY (id)
);

create table recovery (
  id integer generated always as identity not null,
  began_at timestamp with time zone default now() not null,
  why text not null,
  since_block bigint,
  until_block bigint,
  ended_at timestamp with time zone,
  proposal_id integer,
  read_at timestamp with time zone,
  constraint recovery_pkey PRIMARY KEY (id),
  constraint recovery_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposal(id),
  constraint read_once_noticed CHECK (((read_at IS NULL) OR (until_block IS NOT NULL))),
  constraint two_operators_end_it CHECK (((ended_at IS NULL) = (proposal_id IS NULL)))
);

create table recovery_code (
  account_id integer not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (account_id, code_hash),
  constraint recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);

create table report_progress (
  only_row boolean default true not null,
  journal_id bigint default 0 not null,
  constraint report_progress_pkey PRIMARY KEY (only_row),
  constraint there_is_one CHECK (only_row)
);

create table reserve_account (
  chain_id bigint not null,
  address text collate "C" not null,
  recorded_from bigint not null,
  history_from bigint not null,
  constraint reserve_account_pkey PRIMARY KEY (chain_id, address),
  constraint history_is_older CHECK ((history_from <= recorded_from))
);

create table reserve_transfer (
  chain_id bigint not null,
  transaction text collate "C" not null,
  ordinal integer not null,
  block_number bigint not null,
  sender text collate "C" not null,
  recipient text collate "C" not null,
  value numeric(78,0) not null,
  kind text not null,
  payout_id text collate "C",
  seen_at timestamp with time zone default present() not null,
  constraint one_reserve_transfer_per_log PRIMARY KEY (chain_id, transaction, ordinal),
  constraint known_reserve_transfer CHECK ((kind = ANY (ARRAY['sweep'::text, 'payout'::text, 'internal'::text, 'in'::text, 'out'::text]))),
  constraint payouts_have_an_id CHECK (((kind = 'payout'::text) = (payout_id IS NOT NULL)))
);

create table reset_token (
  token_hash bytea not null,
  account_id integer not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  mail_id bigint,
  constraint reset_token_pkey PRIMARY KEY (token_hash),
  constraint reset_token_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);

create table reversal (
  reverses bigint not null,
  first_journal bigint not null,
  last_journal bigint not null,
  member_id integer not null,
  proposal_id integer not null,
  restored bigint default 0 not null,
  constraint reversal_pkey PRIMARY KEY (reverses),
  constraint one_reversal_per_journal UNIQUE (first_journal),
  constraint one_reversal_per_proposal UNIQUE (proposal_id),
  constraint reversal_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposal(id),
  constraint restores_no_less_than_nothing CHECK ((restored >= 0)),
  constraint reversed_later CHECK (((reverses < first_journal) AND (first_journal <= last_journal)))
);

create table scan (
  chain_id bigint not null,
  scanned bigint not null,
  scanned_hash text not null,
  final bigint not null,
  final_hash text not null,
  noted bigint not null,
  arrived numeric(78,0) default 0 not null,
  swept numeric(78,0) default 0 not null,
  opening numeric(78,0),
  constraint scan_pkey PRIMARY KEY (chain_id),
  constraint final_is_scanned CHECK ((final <= scanned)),
  constraint noted_is_final CHECK ((noted <= final))
);

create table scan_block (
  number bigint not null,
  hash text not null,
  transfers text,
  constraint scan_block_pkey PRIMARY KEY (number)
);

create table screening_answer (
  id bigint generated always as identity not null,
  provider text not null,
  moment text not null,
  owner_id integer not null,
  address text collate "C" not null,
  result text not null,
  detail text,
  level smallint,
  asked_at timestamp with time zone not null,
  answered_at timestamp with time zone default now() not null,
  amount bigint,
  constraint screening_answer_pkey PRIMARY KEY (id),
  constraint known_screening_moment CHECK ((moment = ANY (ARRAY['address'::text, 'deposit'::text, 'payout'::text]))),
  constraint known_screening_provider CHECK ((provider = ANY (ARRAY['list'::text, 'oracle'::text, 'http'::text]))),
  constraint known_screening_result CHECK ((result = ANY (ARRAY['clear'::text, 'hit'::text, 'none'::text]))),
  constraint screening_detail_is_short CHECK ((length(detail) <= 300))
);

create table screening_hit (
  id integer generated always as identity not null,
  moment text not null,
  owner_id integer not null,
  address text collate "C" not null,
  provider text not null,
  reason text,
  amount bigint,
  withdrawal_id bigint,
  deposit_id bigint,
  found_at timestamp with time zone default now() not null,
  state text default 'open'::text not null,
  first_released_by integer,
  first_released_at timestamp with time zone,
  decided_by integer,
  decided_at timestamp with time zone,
  decision text,
  constraint screening_hit_pkey PRIMARY KEY (id),
  constraint screening_hit_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id),
  constraint screening_hit_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposit(id),
  constraint screening_hit_first_released_by_fkey FOREIGN KEY (first_released_by) REFERENCES account(id),
  constraint screening_hit_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint decided_with_a_reason CHECK ((((state = 'open'::text) = (decided_at IS NULL)) AND ((state = 'open'::text) = (decision IS NULL)))),
  constraint hit_of_a_payout_or_a_deposit CHECK ((((moment = 'payout'::text) = (withdrawal_id IS NOT NULL)) AND ((moment = 'deposit'::text) = (deposit_id IS NOT NULL)) AND ((moment = 'address'::text) = (amount IS NULL)))),
  constraint hit_reason_is_short CHECK ((length(reason) <= 300)),
  constraint known_hit_moment CHECK ((moment = ANY (ARRAY['address'::text, 'deposit'::text, 'payout'::text]))),
  constraint known_hit_provider CHECK ((provider = ANY (ARRAY['list'::text, 'oracle'::text, 'http'::text, 'none'::text]))),
  constraint known_hit_state CHECK ((state = ANY (ARRAY['open'::text, 'released'::text, 'refused'::text]))),
  constraint unanswered_is_a_deposit CHECK (((provider <> 'none'::text) OR (moment = 'deposit'::text)))
);

create table sending (
  signer text collate "C" not null,
  nonce bigint not null,
  kind text not null,
  withdrawal_id bigint,
  generation integer default 1 not null,
  call_to text not null,
  call_data text not null,
  gas bigint not null,
  max_fee numeric(78,0) not null,
  priority_fee numeric(78,0) not null,
  state text default 'open'::text not null,
  claimed_at timestamp with time zone default present() not null,
  ended_at timestamp with time zone,
  transaction text,
  fee_paid numeric(78,0),
  epoch integer,
  constraint one_sending_per_nonce PRIMARY KEY (signer, nonce),
  constraint one_sending_per_generation UNIQUE (withdrawal_id, generation),
  constraint sending_epoch_fkey FOREIGN KEY (epoch) REFERENCES epoch(number),
  constraint sending_signer_fkey FOREIGN KEY (signer) REFERENCES signer(address),
  constraint sending_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint attestations_have_an_epoch CHECK (((kind = 'attestation'::text) = (epoch IS NOT NULL))),
  constraint ended_by_a_transaction CHECK (((state = ANY (ARRAY['open'::text, 'void'::text])) = (transaction IS NULL))),
  constraint known_sending CHECK ((kind = ANY (ARRAY['payout'::text, 'sweep'::text, 'attestation'::text]))),
  constraint known_sending_state CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'reverted'::text, 'void'::text]))),
  constraint payouts_have_a_withdrawal CHECK (((kind = 'payout'::text) = (withdrawal_id IS NOT NULL)))
);

create table sending_attempt (
  transaction text collate "C" not null,
  signer text collate "C" not null,
  nonce bigint not null,
  raw text not null,
  max_fee numeric(78,0) not null,
  priority_fee numeric(78,0) not null,
  signed_at timestamp with time zone default present() not null,
  sent_at timestamp with time zone,
  advice text,
  taken_at timestamp with time zone,
  constraint sending_attempt_pkey PRIMARY KEY (transaction),
  constraint sending_attempt_signer_nonce_fkey FOREIGN KEY (signer, nonce) REFERENCES sending(signer, nonce)
);

create table session (
  id uuid not null,
  account_id integer not null,
  seed bytea not null,
  generation integer default 0 not null,
  rotated_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  address inet,
  device text,
  second_factor_at timestamp with time zone,
  active_at timestamp with time zone default now() not null,
  token_version text,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint ended_for_a_reason CHECK (((ended_at IS NULL) = (end_reason IS NULL)))
);

create table sign_in_link (
  account_id integer not null,
  token_hash bytea not null,
  mail_id bigint not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_link_pkey PRIMARY KEY (account_id),
  constraint sign_in_link_taken UNIQUE (token_hash),
  constraint sign_in_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id)
);

create table signer (
  address text collate "C" not null,
  first_nonce bigint not null,
  next_nonce bigint not null,
  stopped text,
  stopped_at timestamp with time zone,
  constraint signer_pkey PRIMARY KEY (address),
  constraint nonces_only_grow CHECK ((next_nonce >= first_nonce))
);

create table statement_file (
  account_id integer not null,
  session_id uuid not null,
  kind text not null,
  format text not null,
  paper text not null,
  first_day date not null,
  last_day date not null,
  state text default 'waiting'::text not null,
  requested_at timestamp with time zone default now() not null,
  attempts integer default 0 not null,
  percent smallint default 0 not null,
  bytes bigint,
  expires_at timestamp with time zone,
  constraint statement_file_pkey PRIMARY KEY (account_id),
  constraint statement_file_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint statement_file_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint days_in_order CHECK ((first_day <= last_day)),
  constraint known_paper CHECK ((paper = ANY (ARRAY['A4'::text, 'letter'::text]))),
  constraint known_statement_format CHECK ((format = ANY (ARRAY['pdf'::text, 'csv'::text]))),
  constraint known_statement_kind CHECK ((kind = ANY (ARRAY['statement'::text, 'giving'::text]))),
  constraint known_statement_state CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text]))),
  constraint of_a_hundred CHECK (((percent >= 0) AND (percent <= 100))),
  constraint ready_whole CHECK (((state = 'ready'::text) = ((bytes IS NOT NULL) AND (expires_at IS NOT NULL))))
);

create table statement_file_part (
  account_id integer not null,
  number integer not null,
  content bytea not null,
  constraint statement_file_part_pkey PRIMARY KEY (account_id, number),
  constraint statement_file_part_account_id_fkey FOREIGN KEY (account_id) REFERENCES statement_file(account_id) ON DELETE CASCADE
);

create table stream_process (
  process uuid not null,
  seen_at timestamp with time zone default clock_timestamp() not null,
  constraint stream_process_pkey PRIMARY KEY (process)
) with (fillfactor=50);

create table stream_slot (
  account_id integer not null,
  slot smallint not null,
  process uuid not null,
  constraint stream_slot_pkey PRIMARY KEY (account_id, slot)
);

create table support_case (
  id bigint generated always as identity not null,
  reference text collate "C" not null,
  member_id integer not null,
  topic text not null,
  state text default 'open'::text not null,
  subject text not null,
  about_kind text,
  about_id text,
  transaction text collate "C",
  network text,
  finding jsonb,
  opened_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  turn bigint default nextval('support_case_turn'::regclass) not null,
  unread boolean default false not null,
  constraint support_case_pkey PRIMARY KEY (id),
  constraint case_reference_taken UNIQUE (reference),
  constraint support_case_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint about_is_short CHECK ((length(about_id) <= 200)),
  constraint about_something CHECK (((about_kind IS NULL) = (about_id IS NULL))),
  constraint known_about CHECK ((about_kind = ANY (ARRAY['deposit'::text, 'withdrawal'::text, 'donation'::text, 'transfer'::text]))),
  constraint known_case_state CHECK ((state = ANY (ARRAY['open'::text, 'waiting'::text, 'solved'::text]))),
  constraint known_case_topic CHECK ((topic = ANY (ARRAY['missing_deposit'::text, 'wrong_network'::text, 'transaction'::text, 'other'::text]))),
  constraint network_is_short CHECK ((length(network) <= 60)),
  constraint subject_is_short CHECK (((length(subject) >= 1) AND (length(subject) <= 120)))
);

create table support_message (
  id bigint generated always as identity not null,
  case_id bigint not null,
  operator_id integer,
  text text not null,
  sent_at timestamp with time zone default now() not null,
  constraint support_message_pkey PRIMARY KEY (id),
  constraint support_message_case_id_fkey FOREIGN KEY (case_id) REFERENCES support_case(id) ON DELETE CASCADE,
  constraint support_message_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES account(id),
  constraint message_is_bounded CHECK (((length(text) >= 1) AND (length(text) <= 4000)))
);

create table system_account (
  account ledger_account not null,
  balance bigint default 0 not null,
  sequence bigint default 0 not null,
  may_be_negative boolean default false not null,
  owner integer not null,
  constraint system_account_pkey PRIMARY KEY (account, owner),
  constraint insufficient_funds CHECK ((may_be_negative OR (balance >= 0))),
  constraint system_owned CHECK ((((owner = 0) AND (account = ANY (ARRAY['chain'::ledger_account, 'operations'::ledger_account, 'dust'::ledger_account, 'held'::ledger_account]))) OR ((owner < 0) AND (account = ANY (ARRAY['cause'::ledger_account, 'held'::ledger_account])))))
) with (fillfactor=10);

create table team (
  member_id integer not null,
  sizes integer[] default '{0,0,0,0,0,0,0,0,0,0}'::integer[] not null,
  referrals integer default 0 not null,
  active_referrals integer default 0 not null,
  top_referrers integer[] default '{}'::integer[] not null,
  top_referrers_floor integer default 0 not null,
  constraint team_pkey PRIMARY KEY (member_id),
  constraint team_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint ten_levels CHECK ((cardinality(sizes) = 10)),
  constraint ten_top_referrers CHECK ((cardinality(top_referrers) <= 10))
) with (fillfactor=70);

create table team_chunk (
  ancestor integer not null,
  level smallint not null,
  chunk integer not null,
  stages text collate "C" not null,
  members integer[] not null,
  constraint team_chunk_pkey PRIMARY KEY (ancestor, level, chunk),
  constraint one_stage_each CHECK (((length(stages) = cardinality(members)) AND ((length(stages) >= 1) AND (length(stages) <= 128))))
) with (fillfactor=70);

create table team_donation_month (
  ancestor integer not null,
  month date not null,
  donations integer not null,
  amount bigint not null,
  constraint team_donation_month_pkey PRIMARY KEY (ancestor, month)
) with (fillfactor=70);

create table team_span (
  ancestor integer not null,
  level smallint not null,
  span integer not null,
  counts integer[] not null,
  constraint team_span_pkey PRIMARY KEY (ancestor, level, span),
  constraint eleven_stages CHECK ((cardinality(counts) = 11)),
  constraint nobody_is_missing CHECK ((0 <= ALL (counts)))
) with (fillfactor=70);

create table unmatched_transfer (
  id bigint generated always as identity not null,
  chain_id bigint not null,
  transaction text collate "C" not null,
  ordinal integer not null,
  token text collate "C" not null,
  kind text not null,
  block_number bigint not null,
  sender text not null,
  recipient text not null,
  value numeric(78,0) not null,
  member_id integer,
  seen_at timestamp with time zone default present() not null,
  constraint unmatched_transfer_pkey PRIMARY KEY (id),
  constraint noted_once UNIQUE (chain_id, transaction, token, ordinal),
  constraint known_unmatched_kind CHECK ((kind = ANY (ARRAY['zero'::text, 'too_large'::text, 'former_member'::text, 'other_token'::text, 'native'::text, 'to_contract'::text])))
);

create table unproven_journal (
  journal_id bigint not null,
  amount bigint not null,
  transaction text collate "C",
  ordinal integer,
  constraint unproven_journal_pkey PRIMARY KEY (journal_id)
);

create table used_challenge (
  challenge_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_challenge_pkey PRIMARY KEY (challenge_hash)
);

create table webhook_attempt (
  id bigint generated always as identity not null,
  delivery_id bigint not null,
  at timestamp with time zone not null,
  duration_ms integer not null,
  status integer,
  problem text,
  answer text,
  constraint webhook_attempt_pkey PRIMARY KEY (id),
  constraint webhook_attempt_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_delivery(id) ON DELETE CASCADE,
  constraint answer_is_bounded CHECK ((length(answer) <= 1024))
);

create table webhook_delivery (
  id bigint generated always as identity not null,
  endpoint_id integer not null,
  journal_id bigint,
  type text not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  next_at timestamp with time zone default now(),
  ended_at timestamp with time zone,
  constraint webhook_delivery_pkey PRIMARY KEY (id),
  constraint one_delivery_per_event UNIQUE (endpoint_id, journal_id, type),
  constraint webhook_delivery_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id),
  constraint known_delivery_state CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]))),
  constraint waits_for_its_turn CHECK (((state = 'waiting'::text) = (next_at IS NOT NULL))),
  constraint waits_or_ended CHECK (((state = 'waiting'::text) = (ended_at IS NULL)))
);

create table webhook_endpoint (
  id integer generated always as identity not null,
  url text not null,
  description text not null,
  event_types text[] not null,
  secret_box bytea,
  former_box bytea,
  former_until timestamp with time zone,
  state text default 'enabled'::text not null,
  disabled_why text,
  journal_id bigint not null,
  operator_id integer not null,
  created_at timestamp with time zone default now() not null,
  delivered_at timestamp with time zone,
  failing_since timestamp with time zone,
  notified_at timestamp with time zone,
  clearing bigint default 0 not null,
  constraint webhook_endpoint_pkey PRIMARY KEY (id),
  constraint webhook_endpoint_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES account(id),
  constraint disabled_for_a_reason CHECK (((state = 'disabled'::text) = (disabled_why IS NOT NULL))),
  constraint endpoint_is_bounded CHECK ((length(url) <= 500)),
  constraint endpoint_is_described CHECK (((length(description) >= 1) AND (length(description) <= 60))),
  constraint former_secret_ends CHECK (((former_box IS NULL) = (former_until IS NULL))),
  constraint known_disabling CHECK ((disabled_why = ANY (ARRAY['operator'::text, 'gone'::text, 'failing'::text]))),
  constraint known_endpoint_state CHECK ((state = ANY (ARRAY['enabled'::text, 'disabled'::text, 'removed'::text]))),
  constraint signs_unless_removed CHECK (((state = 'removed'::text) = (secret_box IS NULL))),
  constraint wants_something CHECK ((cardinality(event_types) > 0))
);

create table withdrawal (
  id bigint generated always as identity not null,
  reference text collate "C" not null,
  member_id integer not null,
  amount bigint not null,
  address text collate "C" not null,
  payout_id text collate "C",
  state text default 'requested'::text not null,
  requested_at timestamp with time zone default present() not null,
  look_at timestamp with time zone default present(),
  waits_for text,
  automatic boolean default false not null,
  claimed_at timestamp with time zone,
  decided_by integer,
  decided_at timestamp with time zone,
  decision text,
  ended_at timestamp with time zone,
  refusals integer default 0 not null,
  payout_number integer,
  first_approved_by integer,
  first_approved_at timestamp with time zone,
  source ledger_account default 'available'::ledger_account not null,
  proposal_id integer,
  constraint withdrawal_pkey PRIMARY KEY (id),
  constraint one_payout_per_proposal UNIQUE (proposal_id),
  constraint payout_id_taken UNIQUE (payout_id),
  constraint withdrawal_reference_taken UNIQUE (reference),
  constraint withdrawal_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id),
  constraint withdrawal_first_approved_by_fkey FOREIGN KEY (first_approved_by) REFERENCES account(id),
  constraint withdrawal_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposal(id),
  constraint ended_or_open CHECK (((ended_at IS NOT NULL) = (state = ANY (ARRAY['paid'::text, 'refused'::text, 'cancelled'::text])))),
  constraint first_approval_whole CHECK (((first_approved_by IS NULL) = (first_approved_at IS NULL))),
  constraint known_source CHECK (
CASE
    WHEN (member_id > 0) THEN (source = ANY (ARRAY['available'::ledger_account, 'impact'::ledger_account]))
    WHEN (member_id < 0) THEN (source = 'cause'::ledger_account)
    ELSE (source = 'operations'::ledger_account)
END),
  constraint known_withdrawal_state CHECK ((state = ANY (ARRAY['requested'::text, 'approved'::text, 'claimed'::text, 'failed'::text, 'paid'::text, 'refused'::text, 'cancelled'::text]))),
  constraint members_ask_themselves CHECK (((member_id <= 0) OR (proposal_id IS NULL))),
  constraint numbered_payouts_have_an_id CHECK (((payout_number IS NULL) OR (payout_id IS NOT NULL))),
  constraint numbers_begin_at_one CHECK ((payout_number > 0)),
  constraint pays_something CHECK ((amount > 0)),
  constraint two_persons_approve CHECK (((state <> 'approved'::text) OR (first_approved_by <> decided_by)))
);

create table withdrawal_move (
  was text not null,
  becomes text not null,
  constraint withdrawal_move_pkey PRIMARY KEY (was, becomes)
);

create table worker_status (
  name text not null,
  trouble text,
  trouble_since timestamp with time zone,
  figures jsonb default '{}'::jsonb not null,
  reported_at timestamp with time zone default now() not null,
  constraint worker_status_pkey PRIMARY KEY (name)
);

CREATE INDEX account_by_email ON public.account USING btree (lower(email) text_pattern_ops);
CREATE INDEX account_by_key_version ON public.account USING btree (secret_version(key_box), id);
CREATE INDEX account_by_name ON public.account USING btree (lower(name) text_pattern_ops);
CREATE INDEX account_by_totp_version ON public.account USING btree (secret_version(totp_box), id) WHERE (totp_box IS NOT NULL);
CREATE INDEX account_by_words ON public.account USING gin (name gin_trgm_ops, email gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX account_of_staff ON public.account USING btree (role) WHERE (role <> 'member'::text);
CREATE INDEX activity_of_account ON public.activity USING btree (account_id, id);
CREATE INDEX attempt_of_sending ON public.sending_attempt USING btree (signer, nonce);
CREATE INDEX audit_entry_of_operator ON public.audit_entry USING btree (operator_id, id);
CREATE INDEX audit_entry_on_member ON public.audit_entry USING btree (member_id, id);
CREATE INDEX auth_event_of_account ON public.auth_event USING btree (account_id, id);
CREATE UNIQUE INDEX auth_event_of_minute ON public.auth_event USING btree (account_id, kind, minute) WHERE (minute IS NOT NULL);
CREATE INDEX balances_on_hold ON public.member_balance USING btree (member_id) WHERE (on_hold <> 0);
CREATE INDEX case_by_state ON public.support_case USING btree (state, turn);
CREATE INDEX case_of_member ON public.support_case USING btree (member_id, id);
CREATE INDEX case_to_delete ON public.support_case USING btree (changed_at) WHERE (state = 'solved'::text);
CREATE INDEX cause_update_of_cause ON public.cause_update USING btree (cause_id, id);
CREATE UNIQUE INDEX deposit_address_as_logged ON public.deposit_address USING btree (lower(address));
CREATE INDEX deposit_address_set_aside ON public.deposit_address USING btree (set_aside_until) WHERE (set_aside IS NOT NULL);
CREATE UNIQUE INDEX deposit_clearing ON public.deposit USING btree (clearing) WHERE (clearing IS NOT NULL);
CREATE INDEX deposit_of_member ON public.deposit USING btree (member_id, id);
CREATE INDEX deposit_on_hold ON public.deposit USING btree (id) WHERE (screening IS NOT NULL);
CREATE INDEX deposit_on_hold_of_member ON public.deposit USING btree (member_id) WHERE (screening IS NOT NULL);
CREATE INDEX deposit_swept_by ON public.deposit USING btree (sweep_signer, sweep_nonce) WHERE (sweep_nonce IS NOT NULL);
CREATE INDEX deposit_to_sweep ON public.deposit USING btree (id) WHERE ((state = 'credited'::text) AND (sweep_nonce IS NULL));
CREATE INDEX deposit_under_way ON public.deposit USING btree (block_number) WHERE (state <> 'credited'::text);
CREATE INDEX donor_notice_open ON public.donor_notice USING btree (id) WHERE (done_at IS NULL);
CREATE INDEX email_change_of_account ON public.email_change USING btree (account_id);
CREATE INDEX email_reserved ON public.email_change USING btree (lower(old_email));
CREATE UNIQUE INDEX email_taken ON public.account USING btree (lower(email));
CREATE INDEX entry_by_journal ON public.entry USING brin (journal_id) WITH (pages_per_range='8', autosummarize='on');
CREATE INDEX epoch_by_key_version ON public.epoch USING btree (secret_version(key_box), number) WHERE (key_box IS NOT NULL);
CREATE INDEX export_of_session ON public.data_export USING btree (session_id);
CREATE INDEX hits_of_owner ON public.screening_hit USING btree (owner_id, id);
CREATE INDEX journal_of_source ON public.journal USING btree (source_member, reason, id);
CREATE INDEX mail_by_age ON public.mail_outbox USING btree (created_at);
CREATE INDEX mail_by_last_attempt ON public.mail_outbox USING btree (tried_at);
CREATE INDEX mail_by_recipient ON public.mail_outbox USING btree (recipient_hash, handed_at) WHERE (handed_at IS NOT NULL);
CREATE INDEX mail_due ON public.mail_outbox USING btree (next_at) WHERE (state = ANY (ARRAY['queued'::text, 'failed'::text]));
CREATE INDEX mail_not_delivered ON public.mail_outbox USING btree (id) WHERE ((state = ANY (ARRAY['failed'::text, 'held'::text, 'undeliverable'::text])) OR ((state = 'queued'::text) AND (last_error IS NOT NULL)));
CREATE INDEX mail_of_account ON public.mail_outbox USING btree (account_id, id);
CREATE INDEX mail_to_trim ON public.mail_outbox USING btree (tried_at) WHERE ((recipient IS NOT NULL) OR ((kind = 'new device'::text) AND (facts ? 'address'::text)));
CREATE INDEX mail_unread ON public.mail_outbox USING btree (account_id, id) WHERE (read_at IS NULL);
CREATE INDEX mail_waiting ON public.mail_outbox USING btree (account_id) WHERE (state = ANY (ARRAY['queued'::text, 'failed'::text, 'held'::text]));
CREATE INDEX member_by_sponsor ON public.member USING btree (sponsor, id);
CREATE INDEX message_of_case ON public.support_message USING btree (case_id, id);
CREATE UNIQUE INDEX one_assignment_per_transfer ON public.proposal USING btree ((((details ->> 'unmatched'::text))::bigint)) WHERE ((kind = 'assignment'::text) AND (state <> 'rejected'::text) AND (reversed_by IS NULL));
CREATE UNIQUE INDEX one_booking_per_payment ON public.proposal USING btree (((details ->> 'transaction'::text)), (((details ->> 'ordinal'::text))::integer)) WHERE ((kind = 'payment'::text) AND (state <> 'rejected'::text));
CREATE UNIQUE INDEX one_claimed_payout_per_member ON public.withdrawal USING btree (member_id) WHERE ((state = 'claimed'::text) AND (payout_number IS NOT NULL));
CREATE UNIQUE INDEX one_effect_per_key ON public.journal USING btree (source_member, reason, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE UNIQUE INDEX one_epoch_at_a_time ON public.epoch USING btree ((true)) WHERE (state = ANY (ARRAY['waiting'::text, 'building'::text, 'posting'::text]));
CREATE UNIQUE INDEX one_hit_of_deposit ON public.screening_hit USING btree (deposit_id);
CREATE UNIQUE INDEX one_hit_of_saved_address ON public.screening_hit USING btree (owner_id, address) WHERE (moment = 'address'::text);
CREATE UNIQUE INDEX one_hit_of_withdrawal ON public.screening_hit USING btree (withdrawal_id);
CREATE UNIQUE INDEX one_lost_tail_at_a_time ON public.lost_tail USING btree ((true)) WHERE (accepted_at IS NULL);
CREATE UNIQUE INDEX one_open_sending_per_epoch ON public.sending USING btree (epoch) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX one_open_sending_per_withdrawal ON public.sending USING btree (withdrawal_id) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX one_payment_per_withdrawal ON public.sending USING btree (withdrawal_id) WHERE (state = 'done'::text);
CREATE UNIQUE INDEX one_payout_per_number ON public.withdrawal USING btree (member_id, payout_number) WHERE (payout_number IS NOT NULL);
CREATE UNIQUE INDEX one_recovery_at_a_time ON public.recovery USING btree ((true)) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX one_reversal_of_journal ON public.proposal USING btree ((((details ->> 'journal'::text))::bigint)) WHERE ((kind = 'reversal'::text) AND (state <> 'rejected'::text));
CREATE UNIQUE INDEX one_root ON public.member USING btree ((true)) WHERE (parent IS NULL);
CREATE INDEX open_hits ON public.screening_hit USING btree (id) WHERE (state = 'open'::text);
CREATE INDEX passkey_of_account ON public.passkey USING btree (account_id);
CREATE INDEX personal_key_by_version ON public.personal_key USING btree (secret_version(key_box), account_id) WHERE (key_box IS NOT NULL);
CREATE INDEX proof_log_key_to_destroy ON public.proof_log_key USING btree (owner) WHERE ((erased_at IS NOT NULL) AND (seed IS NOT NULL));
CREATE UNIQUE INDEX proof_log_run_by_id ON public.proof_log_run USING btree (kind, first_id);
CREATE INDEX proposal_open ON public.proposal USING btree (id) WHERE (state = 'open'::text);
CREATE INDEX rate_limit_to_forget ON public.rate_limit USING btree (expire);
CREATE INDEX reconciliation_newest ON public.reconciliation USING btree (chain_id, id);
CREATE INDEX recovery_code_by_version ON public.recovery_code USING btree (secret_version(code_hash)) WHERE (used_at IS NULL);
CREATE INDEX referral_note ON public.activity USING btree (account_id, ((metadata ->> 'member'::text))) WHERE (type = 'Referral'::text);
CREATE INDEX reserve_transfer_by_block ON public.reserve_transfer USING btree (block_number);
CREATE INDEX reserve_transfer_from_address ON public.reserve_transfer USING btree (sender) WHERE (kind = 'sweep'::text);
CREATE INDEX reserve_transfer_outside ON public.reserve_transfer USING btree (block_number) WHERE (kind = ANY (ARRAY['in'::text, 'out'::text]));
CREATE INDEX reset_token_of_account ON public.reset_token USING btree (account_id);
CREATE INDEX reversal_to_member ON public.reversal USING btree (member_id);
CREATE INDEX screening_answer_of_address ON public.screening_answer USING btree (address, owner_id, provider, id DESC) WHERE (result <> 'none'::text);
CREATE INDEX screening_answer_of_owner ON public.screening_answer USING btree (owner_id, id);
CREATE INDEX sending_ended ON public.sending USING btree (ended_at);
CREATE INDEX sending_open ON public.sending USING btree (signer, nonce) WHERE (state = 'open'::text);
CREATE INDEX session_by_account ON public.session USING btree (account_id);
CREATE INDEX session_of_account ON public.session USING btree (account_id) WHERE (ended_at IS NULL);
CREATE INDEX session_to_forget ON public.session USING btree (expires_at);
CREATE INDEX statement_of_session ON public.statement_file USING btree (session_id);
CREATE INDEX stream_slot_process ON public.stream_slot USING btree (process);
CREATE INDEX transfer_received ON public.journal USING btree (target_member, id) WHERE (reason = 'transfer'::journal_reason);
CREATE INDEX unmatched_too_large ON public.unmatched_transfer USING btree (block_number) WHERE (kind = 'too_large'::text);
CREATE INDEX unmatched_transfer_by_block ON public.unmatched_transfer USING btree (block_number);
CREATE UNIQUE INDEX vault_pays_an_id_once ON public.reserve_transfer USING btree (payout_id, sender, chain_id) WHERE (payout_id IS NOT NULL);
CREATE INDEX waiting_export ON public.data_export USING btree (requested_at) WHERE (state = 'waiting'::text);
CREATE INDEX waiting_statement ON public.statement_file USING btree (requested_at) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_attempt_of_delivery ON public.webhook_attempt USING btree (delivery_id, id);
CREATE INDEX webhook_delivery_by_state ON public.webhook_delivery USING btree (endpoint_id, state, id);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (endpoint_id, next_at) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_delivery_given_up ON public.webhook_delivery USING btree (ended_at) WHERE (state = 'failed'::text);
CREATE INDEX webhook_delivery_of_endpoint ON public.webhook_delivery USING btree (endpoint_id, id);
CREATE INDEX webhook_delivery_to_delete ON public.webhook_delivery USING btree (ended_at) WHERE (state <> 'waiting'::text);
CREATE INDEX webhook_endpoint_by_former_version ON public.webhook_endpoint USING btree (secret_version(former_box), id) WHERE (former_box IS NOT NULL);
CREATE INDEX webhook_endpoint_by_secret_version ON public.webhook_endpoint USING btree (secret_version(secret_box), id) WHERE (secret_box IS NOT NULL);
CREATE INDEX withdrawal_by_address ON public.withdrawal USING btree (address);
CREATE INDEX withdrawal_ended ON public.withdrawal USING btree (ended_at);
CREATE INDEX withdrawal_left_by_itself ON public.withdrawal USING btree (member_id, claimed_at) WHERE automatic;
CREATE INDEX withdrawal_of_member ON public.withdrawal USING btree (member_id, id);
CREATE INDEX withdrawal_open ON public.withdrawal USING btree (member_id) WHERE (ended_at IS NULL);
CREATE INDEX withdrawal_to_look_at ON public.withdrawal USING btree (look_at) WHERE (state = ANY (ARRAY['requested'::text, 'approved'::text]));
CREATE INDEX withdrawal_waits_for_email ON public.withdrawal USING btree (member_id) WHERE ((waits_for = 'email_unverified'::text) AND (ended_at IS NULL));
CREATE INDEX withdrawal_waits_for_vault ON public.withdrawal USING btree (amount) WHERE ((waits_for = ANY (ARRAY['float'::text, 'vault_day_limit'::text])) AND (ended_at IS NULL));

CREATE OR REPLACE FUNCTION public.accept_lost_tail(of_id integer, by_proposal integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  reason text;
begin
  perform pg_advisory_xact_lock(1953654118, 2);
  update lost_tail set accepted_at = now(), proposal_id = by_proposal where id = of_id and accepted_at is null
    returning format('The database has lost journals up to %s, which were confirmed', journal_id) into reason;
  if reason is null then return false; end if;
  update ledger_state set stopped_by = null, lineage = lineage + 1, batch = gen_random_uuid();
  if not begin_recovery(reason) then
    -- One is under way, which starts over.
    update recovery set why = reason, until_block = null where ended_at is null;
    perform skip_identities();
  end if;
  update proof_log_progress set was_restored = true;
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION public.announce_session_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('session_ended', old.id::text);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.assert_lease(of_lock integer, of_token uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock_shared(1953654122, of_lock);
  if not exists (select from lease where lock = of_lock and token = of_token) then
    raise exception 'Another process leads by now' using errcode = 'TF003';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.balances_have_changed()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A balance has changed since this was decided' using errcode = 'TF002';
end $function$
;

CREATE OR REPLACE FUNCTION public.begin_recovery(reason text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into recovery (why, since_block) values (reason, (select min(final) from scan)) on conflict do nothing;
  if not found then return false; end if;
  perform skip_identities();
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION public.bring_reports_forward(journals_max integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  done bigint;
  newest bigint;
  upto bigint;
begin
  select journal_id into done from report_progress for update skip locked;
  if not found then return false; end if;
  select coalesce(max(id), 0) into newest from journal;
  if newest <= done then return false; end if;
  upto := least(done + journals_max, newest);

  insert into team_donation_month (ancestor, month, donations, amount)
    select up.ancestor, given.month, sum(given.donations), sum(given.amount)
    from (
      select source_member, month_of(created_at) as month, count(*) as donations, sum(amount) as amount
      from journal where id > done and id <= upto and reason = 'donation' group by 1, 2
      union all
      select source_member, month_of(created_at), -1, -amount
      from reversal join journal on journal.id = reverses
      where first_journal > done and first_journal <= upto and reason = 'donation'
    ) given
    join member on member.id = given.source_member, unnest(member.upline) up(ancestor)
    group by 1, 2 order by 1, 2
    on conflict (ancestor, month) do update
    set donations = team_donation_month.donations + excluded.donations, amount = team_donation_month.amount + excluded.amount;
  perform sum_filled_pages(done, upto);
  perform count_donors(done, upto);
  update report_progress set journal_id = upto;
  return upto < newest;
end $function$
;

CREATE OR REPLACE FUNCTION public.check_tail(lineages integer[], journals bigint[], refs text[])
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  lost record;
  stop int;
  sentence text;
begin
  select known.* into lost
  from unnest(lineages, journals, refs) as known (lineage, journal, reference), ledger_state
  where known.lineage >= ledger_state.lineage
    and not exists (select from journal where id = known.journal and journal.reference = known.reference)
  order by known.journal desc limit 1;
  if not found then return null; end if;
  -- Between two batches: one that is under way cannot have seen that posting has stopped.
  perform pg_advisory_xact_lock(1953654118, 2);
  if exists (select from ledger_state where lineage > lost.lineage) then return null; end if;
  update lost_tail set journal_id = lost.journal, reference = lost.reference
    where accepted_at is null and journal_id < lost.journal;
  insert into lost_tail (journal_id, reference, last_journal)
    values (lost.journal, lost.reference, (select coalesce(max(id), 0) from journal))
    on conflict do nothing returning id into stop;
  if stop is null then return null; end if;
  update ledger_state set stopped_by = stop, batch = gen_random_uuid();
  sentence := format('Posting has stopped: journal %s (%s) was confirmed and is missing', lost.journal, lost.reference);
  insert into mail_outbox (account_id, kind, facts)
    select id, 'alarm', jsonb_build_object('sentence', sentence) from account where role = 'operator'
      and coalesce((select (value ->> 'mailOperators')::boolean from installation where key = 'switches'), true);
  return sentence;
end $function$
;

CREATE OR REPLACE FUNCTION public.close_member(closing integer, journal bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(1953654118, 10);
  perform from member_balance where member_id = closing for update;
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
end $function$
;

CREATE OR REPLACE FUNCTION public.count_donors(done bigint, upto bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  with given as (
    select cause_id, member_id, sum(donations)::int as donations from (
      select cause_id, member_id, 1 as donations from donation where journal_id > done and journal_id <= upto
      union all
      select d.cause_id, d.member_id, -1 from reversal r join donation d on d.journal_id = r.reverses
      where r.first_journal > done and r.first_journal <= upto
    ) each group by 1, 2
  ), written as (
    insert into cause_donor (cause_id, member_id, donations)
    select cause_id, member_id, given.donations + coalesce(before.donations, 0)
    from given left join cause_donor before using (cause_id, member_id) order by 1, 2
    on conflict (cause_id, member_id) do update set donations = excluded.donations
    returning cause_id, member_id, donations
  ), more as (
    -- Within one statement, the table is still as it was.
    select cause_id, count(*) filter (where w.donations > 0) - count(*) filter (where before.donations > 0) as donors
    from written w left join cause_donor before using (cause_id, member_id) group by 1
  )
  insert into cause_count (cause_id, donors)
  select cause_id, more.donors + coalesce(before.donors, 0) from more left join cause_count before using (cause_id)
  on conflict (cause_id) do update set donors = excluded.donors
$function$
;

CREATE OR REPLACE FUNCTION public.count_passkeys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    update account set passkeys = passkeys + 1 where id = new.account_id;
  else
    update account set passkeys = passkeys - 1 where id = old.account_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_referral(sponsor member)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  reached int;
  above team;
  weakest team;
begin
  update team set referrals = referrals + 1 where member_id = sponsor.id returning referrals into reached;
  for above in
    select * from team where member_id = any(sponsor.upline) and top_referrers_floor <= reached
      and sponsor.id <> all(top_referrers)
  loop
    weakest := null;
    if cardinality(above.top_referrers) = 10 then
      select * into strict weakest from team where member_id = any(above.top_referrers)
        order by referrals, member_id desc limit 1;
      if (weakest.referrals, -weakest.member_id) > (reached, -sponsor.id) then
        if weakest.referrals > above.top_referrers_floor then
          update team set top_referrers_floor = weakest.referrals where member_id = above.member_id;
        end if;
        continue;
      end if;
    end if;
    update team set top_referrers = array_remove(top_referrers, weakest.member_id) || sponsor.id
      where member_id = above.member_id;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_version_of_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update member_balance set version = version + 1 where member_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.current_timeline()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
begin
  -- The first part of a segment's name. The control file would tell it only after the next checkpoint.
  return ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int;
exception when insufficient_privilege or feature_not_supported or object_not_in_prerequisite_state then
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.divided_shares()
 RETURNS entry_share[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select '{sponsor,level_1,level_2,level_3,level_4,level_5,level_6,level_7,level_8,level_9,level_10,operations,cause}'::entry_share[]
$function$
;

CREATE OR REPLACE FUNCTION public.division_of(given donation)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select json_agg(json_build_object('share', share, 'member', member, 'due', trim_scale(due / 100000.0),
    'paid', trim_scale(paid / 100000.0), 'cut', cut) order by place)
  from unnest(divided_shares(), given.division_members, given.division_due, given.division_paid, given.division_cuts)
    with ordinality as part (share, member, due, paid, cut, place)
$function$
;

CREATE OR REPLACE FUNCTION public.drop_export_of_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from data_export where session_id = old.id;
  delete from statement_file where session_id = old.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.entry_months(member integer, first_month date)
 RETURNS TABLE(month date, reason journal_reason, share entry_share, entries integer, amount bigint)
 LANGUAGE plpgsql
 STABLE ROWS 100
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
begin
  return query
  select month, reason, share, sum(entries)::int, sum(amount)::bigint
  from (
    select month, reason, share, entries, amount from entry_month where member_id = member and month >= first_month
    union all
    select told.* from unnest('{impact,available}'::ledger_account[]) own(account)
      left join activity_summed on account_id = member and origin = own.account::text,
      shown_entries(member, own.account, coalesce(upto, 0), 9223372036854775807) told
    where told.month >= first_month
  ) counted
  group by 1, 2, 3;
end $function$
;

CREATE OR REPLACE FUNCTION public.erase_demo_mails(former integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  delete from demo_mail where lower(recipient) = (select lower(email) from account join former_member on member_id = id where id = former)
$function$
;

CREATE OR REPLACE FUNCTION public.erase_notes(former integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.first_account_since(instant timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  low int := 1;
  high int := coalesce((select max(id) from account), 0) + 1;
  middle int;
  seen record;
begin
  while low < high loop
    middle := low + (high - low) / 2;
    select id, created_at into seen from account where id >= middle order by id limit 1;
    if seen.created_at >= instant then high := middle; else low := seen.id + 1; end if;
  end loop;
  return low;
end $function$
;

CREATE OR REPLACE FUNCTION public.follow_agreement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update member_balance set agreed_turn = greatest(agreed_turn, new.turn) where member_id = new.member_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.follow_cause()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into system_account (account, owner) values ('cause', -new.id), ('held', -new.id);
  end if;
  update ledger_state set batch = gen_random_uuid();
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.follow_consent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update ledger_state set batch = gen_random_uuid(),
    agreement_turn = case when exists (select from legal_document) then greatest(
      (select max(turn) from legal_document), (select max(turn) from consent_rule)) else 0 end,
    waiting_hours = coalesce((select r.waiting_hours from consent_rule r order by version desc limit 1), 0);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.follow_recovery()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  is_unread boolean := exists (select from recovery where ended_at is null and read_at is null);
begin
  update ledger_state set batch = gen_random_uuid(), recovering = is_unread where recovering <> is_unread;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.follow_timeline()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  here database_timeline;
begin
  begin
    select system_identifier, public.current_timeline() into here.cluster, here.number from pg_control_system();
  exception when insufficient_privilege or feature_not_supported then
    return;
  end;
  if here.number is null
    or exists (select from database_timeline t where (t.cluster, t.number) = (here.cluster, here.number)) then
    return;
  end if;
  insert into database_timeline (cluster, number) values (here.cluster, here.number) on conflict do nothing;
  if found and exists (select from database_timeline t where (t.cluster, t.number) <> (here.cluster, here.number)) then
    perform skip_part_of_identities(100);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.fullest_identity(OUT table_name text, OUT used double precision)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select t.relname, coalesce(pg_sequence_last_value(s.seqrelid), 0)::double precision
    / case when t.relname = 'cause' then 33554431 else s.seqmax end as used
  from pg_sequence s join pg_depend d on d.objid = s.seqrelid and d.deptype = 'i' and d.classid = 'pg_class'::regclass
  join pg_class t on t.oid = d.refobjid
  where t.relnamespace = 'public'::regnamespace
  order by used desc limit 1
$function$
;

CREATE OR REPLACE FUNCTION public.guard_cause()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state = 'draft' then
    raise exception 'A cause that was open stays known' using errcode = 'check_violation', constraint = 'cause_moves';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.guard_default_cause()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from programme where (rules ->> 'default_cause')::int is not distinct from old.id
      or old.id = 1 and rules ->> 'default_cause' is null
    having bool_or(active_from > now()) or max(version) = (
      select version from programme where active_from <= now() order by version desc limit 1)
  ) then
    raise exception 'The default cause stays open' using errcode = 'check_violation', constraint = 'default_cause_stays_open';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.guard_deposit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state = 'credited' and new.state <> 'credited'
    or old.state = 'final' and new.state not in ('final', 'credited')
    or old.state in ('seen', 'dropped') and new.state = 'credited' then
    raise exception 'A deposit cannot go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'deposit_moves';
  end if;
  if old.state in ('final', 'credited')
    and (new.value, new.credited, new.remainder, new.member_id, new.transaction, new.ordinal, new.block_hash)
      is distinct from (old.value, old.credited, old.remainder, old.member_id, old.transaction, old.ordinal, old.block_hash) then
    raise exception 'A final deposit does not change' using errcode = 'check_violation', constraint = 'deposit_moves';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.guard_payout_address()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from cause where id = -new.member_id and payout_address = new.address and payout_address_from <= now()
  ) then
    raise exception 'Cause % is not paid at %', -new.member_id, new.address
      using errcode = 'check_violation', constraint = 'cause_is_paid_at_its_address';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.guard_proposal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.kind = 'assignment' and old.state = 'done' and new.reversed_by is not null and old.reversed_by is null
    and (to_jsonb(new) - 'reversed_by') = (to_jsonb(old) - 'reversed_by') then
    return new;
  end if;
  if old.state <> 'open' or new.reversed_by is not null then
    raise exception 'A proposal is decided once' using errcode = 'check_violation', constraint = 'proposal_moves';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.guard_return()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from member_balance b where b.member_id = new.member_id and b.returnable < b.on_hold) then
    raise exception 'What is on hold is not returned' using errcode = 'check_violation', constraint = 'on_hold_is_not_returned';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.guard_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.revision <> (
    select coalesce(max(revision), 1) + 1 from cause_update_revision where update_id = new.update_id
  ) then
    raise exception 'Update % has other revisions', new.update_id
      using errcode = 'unique_violation', constraint = 'one_revision_follows_another';
  end if;
  if exists (select from cause_update_revision where update_id = new.update_id and title is null) then
    raise exception 'Update % was withdrawn', new.update_id
      using errcode = 'check_violation', constraint = 'withdrawn_for_good';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.guard_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from withdrawal_move where was = old.state and becomes = new.state) then
    raise exception 'A withdrawal cannot go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'withdrawal_moves';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.is_found_by(viewer integer, found integer, pattern text, masked boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE COST 1000
AS $function$
  select case when role = 'former' then name ilike pattern
    when sponsor = viewer then name ilike pattern or email ilike pattern
    else not masked and (name ilike pattern or not email_hidden and email ilike pattern) end
  from account join member using (id) where id = found
$function$
;

CREATE OR REPLACE FUNCTION public.keep_agreed_payment_unbooked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from found_payment where transaction = new.details ->> 'transaction'
    and ordinal = (new.details ->> 'ordinal')::int) then
    raise exception 'A withdrawal has this payment' using errcode = 'check_violation',
      constraint = 'payment_booked_once';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'The audit log only grows' using errcode = 'check_violation', constraint = 'audit_entries_stay';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_auth_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'Authentication events only grow' using errcode = 'check_violation', constraint = 'auth_events_stay';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_deposit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A final deposit stays' using errcode = 'check_violation', constraint = 'deposit_moves';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_email_reserved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from email_change where lower(old_email) = lower(new.email) and account_id <> new.id
    and undone_at is null and undo_until > now()) then
    raise exception 'This address may still be taken back' using errcode = 'unique_violation', constraint = 'email_taken';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_epoch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state = 'anchored' and to_jsonb(old) - 'key_box' <> to_jsonb(new) - 'key_box' then
    raise exception 'Epoch % is anchored', old.number using errcode = 'check_violation', constraint = 'anchored_stays';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_found_payment_unbooked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from proposal where kind = 'payment' and state = 'done'
    and details ->> 'transaction' = new.transaction and (details ->> 'ordinal')::int = new.ordinal) then
    raise exception 'Two operators have booked this payment' using errcode = 'check_violation',
      constraint = 'payment_booked_once';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_installation_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'An installation keeps its %', old.key
    using errcode = 'check_violation', constraint = 'installation_facts_stay';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_key_destroyed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.destroyed_at is not null then
    raise exception 'A destroyed key stays destroyed' using errcode = 'check_violation', constraint = 'key_stays_destroyed';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_mail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A mail that was not delivered is kept' using errcode = 'check_violation', constraint = 'mail_stays';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_proof_log()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.size < old.size or new.number <> old.number then
    raise exception 'A log only grows' using errcode = 'check_violation', constraint = 'log_only_grows';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_proof_log_tile()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if substring(new.hashes for octet_length(old.hashes)) is distinct from old.hashes then
    raise exception 'The log only grows' using errcode = 'check_violation', constraint = 'tiles_only_grow';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_reserve_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from scan where chain_id = old.chain_id and final >= old.block_number) then
    raise exception 'A final transfer stays' using errcode = 'check_violation', constraint = 'reserve_transfer_stays';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_has_changed()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'The ledger has changed since this was decided' using errcode = 'TF001';
end $function$
;

CREATE OR REPLACE FUNCTION public.lock_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(1953654118, 2);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.month_of(instant timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select date_trunc('month', instant at time zone 'utc')::date
$function$
;

CREATE OR REPLACE FUNCTION public.note_months(account integer, first_month date)
 RETURNS TABLE(month date, type text, notes integer)
 LANGUAGE plpgsql
 STABLE ROWS 20
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
#variable_conflict use_column
begin
  return query
  select month, type, sum(notes)::int
  from (
    select month, type, notes from note_month where account_id = account and month >= first_month
    union all
    select month_of(created_at), type, 1 from activity
    where account_id = account and month_of(created_at) >= first_month
      and id > coalesce((select upto from activity_summed where account_id = account and origin = 'note'), 0)
  ) counted
  group by 1, 2;
end $function$
;

CREATE OR REPLACE FUNCTION public.place_member(new_id integer, new_code text, sponsor_id integer)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  sponsor member;
  above member;
  slot int;
  new_gap int;
  new_upline int[];
  new_seats int[];
begin
  -- One placement at a time: the slot that was found is still open when it is taken.
  perform pg_advisory_xact_lock(1953654118, 3);
  select * into strict sponsor from member where id = sponsor_id;
  above := sponsor;
  while above.gap > 0 loop
    select * into strict above from member where parent = above.id and gap = above.gap - 1 order by position limit 1;
  end loop;
  select min(open) into strict slot from generate_series(0, 2) open
    where not exists (select from member where parent = above.id and position = open);
  new_upline := (above.id || above.upline)[1:10];

  with seat as (
    update team set sizes[up.level::int] = sizes[up.level::int] + 1
    from unnest(new_upline) with ordinality up(ancestor, level)
    where member_id = up.ancestor
    returning up.level, sizes[up.level::int] - 1 as number
  )
  select array_agg(number order by level) into new_seats from seat;
  insert into member (id, referral_code, sponsor, parent, position, depth, upline, seats)
    values (new_id, new_code, sponsor_id, above.id, slot, above.depth + 1, new_upline, new_seats);
  insert into team (member_id) values (new_id);
  insert into team_chunk (ancestor, level, chunk, stages, members)
    select up.ancestor, up.level, up.seat / 128, '0', array[new_id]
    from unnest(new_upline, new_seats) with ordinality up(ancestor, seat, level)
    on conflict (ancestor, level, chunk)
    do update set stages = team_chunk.stages || excluded.stages, members = team_chunk.members || excluded.members;
  insert into team_span (ancestor, level, span, counts)
    select up.ancestor, up.level, up.seat / 2048, stage_counts('0')
    from unnest(new_upline, new_seats) with ordinality up(ancestor, seat, level)
    on conflict (ancestor, level, span) do update set counts[1] = team_span.counts[1] + 1;
  perform count_referral(sponsor);

  loop
    select case when count(*) < 3 then 0 else 1 + min(gap) end into new_gap from member where parent = above.id;
    exit when new_gap = above.gap;
    update member set gap = new_gap where id = above.id;
    exit when above.parent is null;
    select * into strict above from member where id = above.parent;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.present()
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$select now()$function$
;

CREATE OR REPLACE FUNCTION public.present_statement()
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$select statement_timestamp()$function$
;

CREATE OR REPLACE FUNCTION public.read_anew()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.read_at := null;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.rebuild_teams()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(1953654118, 3);
  truncate team_chunk, team_span, team;
  update member set seats = seated.seats
  from (
    select id, array_agg(seat::int order by level) as seats
    from (
      select id, level, row_number() over (partition by ancestor, level order by id) - 1 as seat
      from member, unnest(upline) with ordinality up(ancestor, level)
    ) seat
    group by id
  ) seated
  where member.id = seated.id and member.seats <> seated.seats;

  insert into team (member_id, referrals, active_referrals)
    select member.id, count(referred.id), count(referred.id) filter (where stage > 0)
    from member left join member referred on referred.sponsor = member.id left join member_balance on member_id = referred.id
    group by member.id;
  update team set top_referrers = top.ids
  from (
    select ancestor, array_agg(id) as ids
    from (
      select ancestor, id, row_number() over (partition by ancestor order by referrals desc, id) as rank
      from member join team on member_id = id, unnest(upline) ancestor
      where referrals > 0
    ) ranked
    where rank <= 10
    group by ancestor
  ) top
  where member_id = top.ancestor;

  insert into team_chunk (ancestor, level, chunk, stages, members)
    select ancestor, level, seat / 128, string_agg(stage_letter(coalesce(stage, 0)), '' order by seat), array_agg(id order by seat)
    from member left join member_balance on member_id = id, unnest(upline, seats) with ordinality up(ancestor, seat, level)
    group by ancestor, level, seat / 128;
  insert into team_span (ancestor, level, span, counts)
    select ancestor, level, chunk / 16, stage_counts(string_agg(stages, '')) from team_chunk
    group by ancestor, level, chunk / 16;
  update team set sizes = sized.sizes
  from (
    select ancestor, (array_agg(size order by level) || array_fill(0, array[10]))[1:10] as sizes
    from (select ancestor, level, sum(length(stages))::int as size from team_chunk group by ancestor, level) levels
    group by ancestor
  ) sized
  where member_id = sized.ancestor;
end $function$
;

CREATE OR REPLACE FUNCTION public.require_default_cause()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from cause where id = coalesce((new.rules ->> 'default_cause')::int, 1) and state = 'open' for share;
  if not found then
    raise exception 'The default cause is not open' using errcode = 'check_violation', constraint = 'default_cause_is_open';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.require_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not (new.member_id = 0 or exists (select from member where id = new.member_id)
    or exists (select from cause where id = -new.member_id)) then
    raise exception 'Nobody has the number %', new.member_id using errcode = 'foreign_key_violation', constraint = 'owner_exists';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.returnable_after(before bigint, amount bigint, balance_after bigint, is_deposit boolean, restored bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return case when amount < 0 then least(greatest(case when is_deposit then before + amount else before end, 0), balance_after)
    else greatest(case when is_deposit then before + amount else before end, 0) end + restored;
end $function$
;

CREATE OR REPLACE FUNCTION public.returnable_before(whose integer, number bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(returnable_of(e.amount, e.balance_after,
    case when e.amount > 0 then j.source in ('chain', 'held')
    when j.reason = 'adjustment' then exists (select from entry o where o.journal_id = j.id and o.account = 'chain')
    else j.reason = 'withdrawal_held' or j.reason = 'reversal' and j.target_member = 0 end,
    coalesce(r.restored, 0) order by e.sequence), 0)
  from entry e join journal j on j.id = e.journal_id left join reversal r on (r.last_journal, r.member_id) = (e.journal_id, e.member_id)
  where e.member_id = whose and e.account = 'impact' and e.sequence < number
$function$
;

CREATE OR REPLACE FUNCTION public.search_team(viewer integer, pattern text, code text, wanted integer, near_max integer DEFAULT 1024, masked boolean DEFAULT false)
 RETURNS TABLE(member_id integer, level smallint)
 LANGUAGE plpgsql
 STABLE ROWS 20
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
#variable_conflict use_column
declare
  candidates_max constant int := 4096;
  -- Most addresses share a few domains, so what comes before the @ is looked for, and the rest is compared.
  indexed constant text := case when pattern ~ '[[:alnum:]]{3}[^@]*@' then regexp_replace(pattern, '@.*', '@%') else pattern end;
  part team_chunk;
  named int := (select id from member where referral_code = code);
  candidates int[];
  seen int := 0;
  found_now int;
  found_so_far int := 0;
begin
  for part in select * from team_chunk where ancestor = viewer order by level, chunk loop
    if seen >= near_max and candidates is null and pattern ~ '[[:alnum:]]{3}' then
      candidates := array(
        select id from account where (name ilike indexed or email ilike indexed)
          -- Not for the index.
          and (name ilike pattern or email ilike pattern) is true
        limit candidates_max + 1
      );
      if cardinality(candidates) <= candidates_max then
        return query
        select id, array_position(upline, viewer)::smallint from member
        where id = any(candidates || named) and viewer = any(upline)
          and (array_position(upline, viewer), seats[array_position(upline, viewer)]) >= (part.level::int, part.chunk * 128)
          and (id = named or is_found_by(viewer, id, pattern, masked))
        order by array_position(upline, viewer), seats[array_position(upline, viewer)]
        limit wanted - found_so_far;
        return;
      end if;
    end if;
    return query
    select id, part.level from unnest(part.members) with ordinality seated(id, seat) join account using (id)
    where id = named or (name ilike pattern or email ilike pattern) and is_found_by(viewer, id, pattern, masked)
    order by seat limit wanted - found_so_far;
    get diagnostics found_now = row_count;
    found_so_far := found_so_far + found_now;
    seen := seen + cardinality(part.members);
    exit when found_so_far >= wanted;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.secret_version(made bytea)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select case when substring(made from 1 for 4) = '\x54467631'::bytea then substring(made from 5 for 6) else ''::bytea end $function$
;

CREATE OR REPLACE FUNCTION public.set_team_stage(member_ids integer[], new_stages smallint[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  perform pg_advisory_xact_lock(1953654118, 3);
  with named as (
    select distinct on (id) id, stage_letter(stage) as letter
    from unnest(member_ids, new_stages) with ordinality named(id, stage, turn)
    order by id, turn desc
  ),
  -- The nearest team tells what the stage was: they all say the same.
  change as (
    select named.*, sponsor, upline, seats, was.letter as old_letter
    from named join member using (id), lateral (
      select substr(stages, seats[1] % 128 + 1, 1) as letter from team_chunk
      where ancestor = upline[1] and level = 1 and chunk = seats[1] / 128 offset 0
    ) was
    where was.letter <> named.letter
  ),
  counted as (
    update team set active_referrals = active_referrals + became.active
    from (
      select sponsor, sum((letter <> '0')::int - (old_letter <> '0')::int) as active from change group by sponsor
    ) became
    where member_id = became.sponsor and became.active <> 0
  ),
  place as (
    select letter, old_letter, ancestor, level::smallint as level, seat
    from change, unnest(upline, seats) with ordinality up(ancestor, seat, level)
  ),
  recounted as (
    update team_span set counts = array[
      counts[1] + d0, counts[2] + d1, counts[3] + d2, counts[4] + d3, counts[5] + d4, counts[6] + d5,
      counts[7] + d6, counts[8] + d7, counts[9] + d8, counts[10] + d9, counts[11] + d10
    ]
    from (
      select ancestor, level, seat / 2048 as span,
        sum((letter = '0')::int - (old_letter = '0')::int)::int as d0,
        sum((letter = '1')::int - (old_letter = '1')::int)::int as d1,
        sum((letter = '2')::int - (old_letter = '2')::int)::int as d2,
        sum((letter = '3')::int - (old_letter = '3')::int)::int as d3,
        sum((letter = '4')::int - (old_letter = '4')::int)::int as d4,
        sum((letter = '5')::int - (old_letter = '5')::int)::int as d5,
        sum((letter = '6')::int - (old_letter = '6')::int)::int as d6,
        sum((letter = '7')::int - (old_letter = '7')::int)::int as d7,
        sum((letter = '8')::int - (old_letter = '8')::int)::int as d8,
        sum((letter = '9')::int - (old_letter = '9')::int)::int as d9,
        sum((letter = 'A')::int - (old_letter = 'A')::int)::int as d10
      from place group by 1, 2, 3
    ) moved
    where team_span.ancestor = moved.ancestor and team_span.level = moved.level and team_span.span = moved.span
  )
  update team_chunk set stages = case cardinality(places)
    when 1 then overlay(stages placing letters[1] from places[1] + 1 for 1)
    else with_letters(stages, places, letters)
  end
  from (
    select ancestor, level, seat / 128 as chunk, array_agg(seat % 128) as places, array_agg(letter) as letters
    from place group by 1, 2, 3
  ) moved
  where team_chunk.ancestor = moved.ancestor and team_chunk.level = moved.level and team_chunk.chunk = moved.chunk;
end $function$
;

CREATE OR REPLACE FUNCTION public.shown_entries(member integer, of_account ledger_account, after bigint, upto bigint)
 RETURNS TABLE(month date, reason journal_reason, share entry_share, entries integer, amount bigint)
 LANGUAGE plpgsql
 STABLE ROWS 100
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  return query
  select month_of(j.created_at), j.reason, e.share, count(*)::int, sum(abs(e.amount))::bigint
  from entry e join journal j on j.id = e.journal_id
  where e.member_id = member and e.account = of_account and e.sequence > after and e.sequence <= upto
    and not (of_account = 'impact' and e.amount > 0 and j.reason = 'transfer' and j.source = 'available')
  group by 1, 2, 3;
end $function$
;

CREATE OR REPLACE FUNCTION public.skip_identities()
 RETURNS void
 LANGUAGE sql
AS $function$select skip_part_of_identities(1)$function$
;

CREATE OR REPLACE FUNCTION public.skip_part_of_identities(divisor integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  identity record;
begin
  for identity in
    select s.seqrelid::regclass as sequence, case when t.relname = 'cause' then 33554431 else s.seqmax end as last,
      case when t.relname = 'cause' then 1000 when s.seqtypid = 'int'::regtype then 1000000 else 1000000000 end / divisor as few
    from pg_sequence s join pg_depend d on d.objid = s.seqrelid and d.deptype = 'i' and d.classid = 'pg_class'::regclass
    join pg_class t on t.oid = d.refobjid
    where t.relnamespace = 'public'::regnamespace and t.relname <> 'recovery'
  loop
    -- Asked of the sequence itself: a restore sets it without using it, and then it has no last value elsewhere. Partly
    -- random: the same backup may be restored twice. Never more than half of what is left: a recovery must always begin.
    execute format(
      'select setval(%1$L, last_value + least(((1 + 9 * random()) * %2$s)::bigint, (%3$s - last_value) / 2)) from %1$s',
      identity.sequence, identity.few, identity.last);
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.stage_counts(stages text)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array[
    length(stages) - length(replace(stages, '0', '')), length(stages) - length(replace(stages, '1', '')),
    length(stages) - length(replace(stages, '2', '')), length(stages) - length(replace(stages, '3', '')),
    length(stages) - length(replace(stages, '4', '')), length(stages) - length(replace(stages, '5', '')),
    length(stages) - length(replace(stages, '6', '')), length(stages) - length(replace(stages, '7', '')),
    length(stages) - length(replace(stages, '8', '')), length(stages) - length(replace(stages, '9', '')),
    length(stages) - length(replace(stages, 'A', ''))
  ]
$function$
;

CREATE OR REPLACE FUNCTION public.stage_letter(stage integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select substr('0123456789A', stage + 1, 1)
$function$
;

CREATE OR REPLACE FUNCTION public.sum_entries(member integer, of_account ledger_account, pages_max integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  done bigint;
  newest bigint;
  upto_now bigint;
begin
  select case of_account when 'impact' then impact_sequence else available_sequence end into newest
    from member_balance where member_id = member;
  select upto into done from activity_summed where account_id = member and origin = of_account::text;
  if coalesce(newest, 0) - coalesce(done, 0) < 1024 then return; end if;
  insert into activity_summed (account_id, origin) values (member, of_account::text) on conflict do nothing;
  select upto into done from activity_summed where account_id = member and origin = of_account::text
    for update skip locked;
  if not found or newest - done < 1024 then return; end if;
  upto_now := done + least((newest - done) / 1024, pages_max) * 1024;
  insert into entry_month (member_id, month, reason, share, entries, amount)
    select member, told.* from shown_entries(member, of_account, done, upto_now) told
    on conflict (member_id, month, reason, share) do update
    set entries = entry_month.entries + excluded.entries, amount = entry_month.amount + excluded.amount;
  update activity_summed set upto = upto_now where account_id = member and origin = of_account::text;
end $function$
;

CREATE OR REPLACE FUNCTION public.sum_filled_pages(after_journal bigint, upto_journal bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  perform sum_entries(member_id, account, 64)
  from (
    select distinct member_id, account from entry
    where journal_id > after_journal and journal_id <= upto_journal and sequence % 1024 = 0
      and account in ('impact', 'available')
    order by member_id, account
  ) filled;
end $function$
;

CREATE OR REPLACE FUNCTION public.sum_notes(account integer, pages_max integer)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  done bigint := coalesce((select upto from activity_summed where account_id = account and origin = 'note'), 0);
  upto_now bigint;
  found_now bigint;
begin
  -- A page at a time, so that no more is read than is taken.
  upto_now := done;
  for page in 1..pages_max loop
    select id into found_now from activity
      where account_id = account and id > upto_now and created_at < now() - interval '5 minutes'
      order by id offset 1023 limit 1;
    exit when not found;
    upto_now := found_now;
  end loop;
  if upto_now = done then return; end if;
  insert into activity_summed (account_id, origin) values (account, 'note') on conflict do nothing;
  perform from activity_summed where account_id = account and origin = 'note' and upto = done for update skip locked;
  if not found then return; end if;
  insert into note_month (account_id, month, type, notes)
    select account, month_of(created_at), type, count(*) from activity
    where account_id = account and id > done and id <= upto_now group by 2, 3
    on conflict (account_id, month, type) do update set notes = note_month.notes + excluded.notes;
  update activity_summed set upto = upto_now where account_id = account and origin = 'note';
end $function$
;

CREATE OR REPLACE FUNCTION public.summarise_entries()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET lock_timeout TO '50ms'
AS $function$
declare
  pages_per_range constant bigint := 8;
  range_at bigint := (pg_relation_size('entry') / current_setting('block_size')::int - 1) / pages_per_range;
begin
  while range_at >= 0 and brin_summarize_range('entry_by_journal', range_at * pages_per_range) > 0 loop
    range_at := range_at - 1;
  end loop;
exception when lock_not_available then null;
end $function$
;

CREATE OR REPLACE FUNCTION public.take_lease(of_lock integer, lasting interval)
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
declare
  taken uuid;
begin
  -- Held by a leader of the version before, which knows no leases. It has to stop first.
  if not pg_try_advisory_xact_lock_shared(1953654118, of_lock) then
    return null;
  end if;
  if exists (select from lease where lock = of_lock and until > clock_timestamp()) then
    return null;
  end if;
  perform pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and granted and mode = 'ShareLock' and classid = 1953654122 and objid = of_lock::oid
      and database = (select oid from pg_database where datname = current_database());
  perform pg_advisory_xact_lock(1953654122, of_lock);
  insert into lease (lock, token, until) values (of_lock, gen_random_uuid(), clock_timestamp() + lasting)
    on conflict (lock) do update set token = excluded.token, until = excluded.until
    where lease.until <= clock_timestamp()
    returning token into taken;
  return taken;
end $function$
;

CREATE OR REPLACE FUNCTION public.take_stream_slot(of_account integer, of_process uuid, slots integer, lasting interval)
 RETURNS smallint
 LANGUAGE plpgsql
AS $function$
declare
  taken smallint;
begin
  perform pg_advisory_xact_lock(1953654123, of_account);
  delete from stream_slot s where account_id = of_account and not exists (
    select from stream_process p where p.process = s.process and seen_at > clock_timestamp() - lasting);
  insert into stream_slot (account_id, slot, process)
    select of_account, free, of_process from generate_series(1, slots) free
    where not exists (select from stream_slot where account_id = of_account and slot = free)
    order by free limit 1
    returning slot into taken;
  return taken;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_growth(viewer integer, months integer)
 RETURNS TABLE(month date, joined integer)
 LANGUAGE plpgsql
 STABLE ROWS 12
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
#variable_conflict use_column
declare
  starts date[] := array(
    select (month_of(now()) - make_interval(months => months - turn))::date from generate_series(1, months) turn
  );
  firsts int[] := array(select first_account_since(start::timestamp at time zone 'utc') from unnest(starts) start);
begin
  return query
  with part as (
    select members, width_bucket(members[1], firsts) as earliest,
      width_bucket(members[cardinality(members)], firsts) as latest
    from team_chunk where ancestor = viewer
  ),
  counted as (
    select earliest as turn, cardinality(members) as members from part where earliest = latest
    union all
    select width_bucket(id, firsts), 1 from part, unnest(members) id where earliest <> latest
  )
  select starts[turn], coalesce(sum(members), 0)::int
  from generate_series(1, months) turn left join counted using (turn)
  group by turn order by turn;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_page(viewer integer, stage_from integer, stage_to integer, skip bigint, take integer)
 RETURNS TABLE(total bigint, number bigint, member_id integer, level smallint, stage integer)
 LANGUAGE plpgsql
 STABLE ROWS 10
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
#variable_conflict use_column
declare
  wanted constant text := substr('0123456789A', stage_from + 1, stage_to - stage_from + 1);
  mark constant text := case length(wanted) when 1 then wanted else 'x' end;
begin
  return query
  with spans as materialized (
    select level, span, matching, sum(matching) over (order by level, span) as up_to
    from team_span, lateral (select sum(count) as matching from unnest(counts[stage_from + 1 : stage_to + 1]) count) here
    where ancestor = viewer
  ),
  chunks as (
    select level, members, stages, marked, matching,
      before + sum(matching) over (partition by level, span order by chunk) as up_to
    from (
      select level, span, up_to - matching as before from spans
      where matching > 0 and up_to > skip and up_to - matching < skip + take
    ) spans_of_page,
    -- Kept apart, so that they are found by their key.
    lateral (
      select chunk, members, stages, marked, length(marked) - length(replace(marked, mark, '')) as matching
      from team_chunk, lateral (
        -- Who is looked for has the mark.
        select case length(wanted) when 1 then stages else translate(stages, wanted, repeat(mark, 11)) end as marked
      ) as_marked
      where ancestor = viewer and level = spans_of_page.level and chunk between span * 16 and span * 16 + 15
      offset 0
    ) chunks_of_span
  ),
  listed as (
    select up_to - matching + turn as number, members[at] as member_id, level,
      strpos('0123456789A', substr(stages, at, 1)) - 1 as stage
    from chunks, lateral (
      -- Between the marks are those who are skipped: their lengths tell where each mark is.
      select turn, (turn + sum(length(skipped)) over (order by turn))::int as at
      from string_to_table(marked, mark) with ordinality pieces(skipped, turn)
    ) marks
    where matching > 0 and up_to > skip and up_to - matching < skip + take and turn <= matching
  )
  select (select coalesce(max(up_to), 0) from spans)::bigint,
    listed.number::bigint, listed.member_id, listed.level, listed.stage
  from (select) always left join listed on listed.number > skip and listed.number <= skip + take
  order by listed.number;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_window(viewer integer, root_code text, levels_down integer)
 RETURNS TABLE(id integer, parent integer, slot smallint, referral_code text, level integer)
 LANGUAGE plpgsql
 STABLE ROWS 100
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
#variable_conflict use_column
declare
  root member;
  root_level int;
begin
  if root_code is null then
    select * into strict root from member where id = viewer;
    root_level := 0;
  else
    select * into root from member where referral_code = root_code and (id = viewer or viewer = any(upline));
    root_level := coalesce(array_position(root.upline, viewer), 0);
  end if;
  return query
  with recursive seen as (
    select root.id, root.parent, root.position, root.referral_code, root_level as level where root.id is not null
    union all
    select member.id, member.parent, member.position, member.referral_code, seen.level + 1
    from seen join member on member.parent = seen.id
    where seen.level < least(root_level + levels_down, 10)
  )
  select * from seen;
end $function$
;

CREATE OR REPLACE FUNCTION public.wants_mail(owner account, topic text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select topic is null or topic in ('security', 'support') or (topic = any(owner.mail_topics)
    and (topic = 'withdrawals' or owner.email_verified_at is not null or owner.email_grace_until > now()))
$function$
;

CREATE OR REPLACE FUNCTION public.with_letters(stages text, places integer[], letters text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  for i in 1..cardinality(places) loop
    stages := overlay(stages placing letters[i] from places[i] + 1 for 1);
  end loop;
  return stages;
end $function$
;

create aggregate returnable_of(bigint,bigint,boolean,bigint) (sfunc = returnable_after, stype = bigint, initcond = '0');

CREATE TRIGGER email_reserved AFTER INSERT OR UPDATE OF email ON public.account FOR EACH ROW EXECUTE FUNCTION keep_email_reserved();
CREATE TRIGGER versions_count AFTER UPDATE OF security_hold_until, second_factor, name, key_hash ON public.account FOR EACH ROW WHEN (((old.security_hold_until IS DISTINCT FROM new.security_hold_until) OR (old.second_factor <> new.second_factor) OR (old.name <> new.name) OR (old.key_hash <> new.key_hash))) EXECUTE FUNCTION count_version_of_balance();
CREATE TRIGGER balance_follows AFTER INSERT ON public.agreement FOR EACH ROW EXECUTE FUNCTION follow_agreement();
CREATE TRIGGER ledger_locked BEFORE INSERT ON public.agreement FOR EACH STATEMENT EXECUTE FUNCTION lock_ledger();
CREATE TRIGGER all_audit_entries_stay BEFORE TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_entry();
CREATE TRIGGER audit_entries_stay BEFORE DELETE OR UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION keep_audit_entry();
CREATE TRIGGER all_auth_events_stay BEFORE TRUNCATE ON public.auth_event FOR EACH STATEMENT EXECUTE FUNCTION keep_auth_event();
CREATE TRIGGER auth_events_stay BEFORE DELETE OR UPDATE ON public.auth_event FOR EACH ROW EXECUTE FUNCTION keep_auth_event();
CREATE TRIGGER cause_moves BEFORE UPDATE OF state ON public.cause FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION guard_cause();
CREATE TRIGGER default_cause_stays_open BEFORE UPDATE OF state ON public.cause FOR EACH ROW WHEN (((old.state = 'open'::text) AND (new.state <> 'open'::text))) EXECUTE FUNCTION guard_default_cause();
CREATE TRIGGER ledger_follows AFTER INSERT OR DELETE OR UPDATE OF id, slug, name, state ON public.cause FOR EACH ROW EXECUTE FUNCTION follow_cause();
CREATE TRIGGER ledger_locked BEFORE INSERT OR DELETE OR UPDATE OF id, slug, name, state ON public.cause FOR EACH STATEMENT EXECUTE FUNCTION lock_ledger();
CREATE TRIGGER revisions_follow BEFORE INSERT ON public.cause_update_revision FOR EACH ROW EXECUTE FUNCTION guard_revision();
CREATE TRIGGER ledger_follows AFTER INSERT ON public.consent_rule FOR EACH STATEMENT EXECUTE FUNCTION follow_consent();
CREATE TRIGGER ledger_locked BEFORE INSERT ON public.consent_rule FOR EACH STATEMENT EXECUTE FUNCTION lock_ledger();
CREATE TRIGGER deposit_moves BEFORE UPDATE ON public.deposit FOR EACH ROW EXECUTE FUNCTION guard_deposit();
CREATE TRIGGER deposit_stays BEFORE DELETE ON public.deposit FOR EACH ROW WHEN ((old.state = ANY (ARRAY['final'::text, 'credited'::text]))) EXECUTE FUNCTION keep_deposit();
CREATE TRIGGER anchored_stays BEFORE UPDATE ON public.epoch FOR EACH ROW EXECUTE FUNCTION keep_epoch();
CREATE TRIGGER payment_booked_once BEFORE INSERT ON public.found_payment FOR EACH ROW EXECUTE FUNCTION keep_found_payment_unbooked();
CREATE TRIGGER installation_facts_stay BEFORE DELETE OR UPDATE ON public.installation FOR EACH ROW WHEN ((old.key = ANY (ARRAY['id'::text, 'mode'::text]))) EXECUTE FUNCTION keep_installation_facts();
CREATE TRIGGER ledger_follows AFTER INSERT ON public.legal_document FOR EACH STATEMENT EXECUTE FUNCTION follow_consent();
CREATE TRIGGER ledger_locked BEFORE INSERT ON public.legal_document FOR EACH STATEMENT EXECUTE FUNCTION lock_ledger();
CREATE TRIGGER owner_exists BEFORE INSERT OR UPDATE OF member_id ON public.lost_payment FOR EACH ROW EXECUTE FUNCTION require_owner();
CREATE TRIGGER mail_stays BEFORE DELETE ON public.mail_outbox FOR EACH ROW WHEN ((old.state <> ALL (ARRAY['sent'::text, 'dropped'::text, 'inbox'::text]))) EXECUTE FUNCTION keep_mail();
CREATE TRIGGER versions_count AFTER UPDATE OF referral_code ON public.member FOR EACH ROW WHEN ((old.referral_code <> new.referral_code)) EXECUTE FUNCTION count_version_of_balance();
CREATE TRIGGER versions_count BEFORE UPDATE ON public.member_balance FOR EACH ROW WHEN ((new.version = old.version)) EXECUTE FUNCTION count_version();
CREATE TRIGGER passkeys_counted AFTER INSERT OR DELETE ON public.passkey FOR EACH ROW EXECUTE FUNCTION count_passkeys();
CREATE TRIGGER key_stays_destroyed BEFORE DELETE OR UPDATE ON public.personal_key FOR EACH ROW EXECUTE FUNCTION keep_key_destroyed();
CREATE TRIGGER default_cause_is_open BEFORE INSERT ON public.programme FOR EACH ROW EXECUTE FUNCTION require_default_cause();
CREATE TRIGGER log_only_grows BEFORE UPDATE ON public.proof_log FOR EACH ROW EXECUTE FUNCTION keep_proof_log();
CREATE TRIGGER tiles_only_grow BEFORE UPDATE ON public.proof_log_tile FOR EACH ROW EXECUTE FUNCTION keep_proof_log_tile();
CREATE TRIGGER payment_booked_once BEFORE UPDATE OF state ON public.proposal FOR EACH ROW WHEN (((new.kind = 'payment'::text) AND (new.state = 'done'::text) AND (old.state <> 'done'::text))) EXECUTE FUNCTION keep_agreed_payment_unbooked();
CREATE TRIGGER proposal_moves BEFORE UPDATE ON public.proposal FOR EACH ROW EXECUTE FUNCTION guard_proposal();
CREATE TRIGGER ledger_follows AFTER INSERT OR UPDATE ON public.recovery FOR EACH STATEMENT EXECUTE FUNCTION follow_recovery();
CREATE TRIGGER ledger_locked BEFORE INSERT OR UPDATE ON public.recovery FOR EACH STATEMENT EXECUTE FUNCTION lock_ledger();
CREATE TRIGGER reads_anew BEFORE UPDATE ON public.recovery FOR EACH ROW WHEN ((new.until_block IS NULL)) EXECUTE FUNCTION read_anew();
CREATE TRIGGER reserve_transfer_stays BEFORE DELETE OR UPDATE ON public.reserve_transfer FOR EACH ROW EXECUTE FUNCTION keep_reserve_transfer();
CREATE TRIGGER session_end_announced AFTER UPDATE OF ended_at ON public.session FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION announce_session_end();
CREATE TRIGGER session_end_drops_export AFTER UPDATE OF ended_at ON public.session FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION drop_export_of_session();
CREATE TRIGGER session_removal_announced AFTER DELETE ON public.session FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (old.expires_at > now()))) EXECUTE FUNCTION announce_session_end();
CREATE TRIGGER cause_is_paid_at_its_address BEFORE INSERT ON public.withdrawal FOR EACH ROW WHEN (((new.member_id < 0) AND (new.proposal_id IS NOT NULL))) EXECUTE FUNCTION guard_payout_address();
CREATE TRIGGER cause_is_still_paid_there BEFORE UPDATE OF state ON public.withdrawal FOR EACH ROW WHEN (((new.member_id < 0) AND (new.proposal_id IS NOT NULL) AND (new.state = 'claimed'::text) AND (old.state <> 'claimed'::text))) EXECUTE FUNCTION guard_payout_address();
CREATE TRIGGER on_hold_is_not_returned AFTER INSERT ON public.withdrawal FOR EACH ROW WHEN ((new.source = 'impact'::ledger_account)) EXECUTE FUNCTION guard_return();
CREATE TRIGGER owner_exists BEFORE INSERT OR UPDATE OF member_id ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION require_owner();
CREATE TRIGGER withdrawal_moves BEFORE UPDATE OF state ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION guard_withdrawal();

grant insert, select, update on account to trefoil_app;
grant insert, select on activity to trefoil_app;
grant insert, select, update on activity_summed to trefoil_app;
grant insert, select on agreed_document to trefoil_app;
grant insert, select on agreement to trefoil_app;
grant insert, select on api_key to trefoil_app;
grant insert, select on attestation_contract to trefoil_app;
grant insert, select on audit_entry to trefoil_app;
grant insert, select on auth_event to trefoil_app;
grant select on cause to trefoil_app;
grant insert, select, update on cause_count to trefoil_app;
grant insert, select, update on cause_donor to trefoil_app;
grant insert, select on cause_update to trefoil_app;
grant delete, insert, select on cause_update_picture to trefoil_app;
grant insert, select on cause_update_revision to trefoil_app;
grant insert, select on chain_setting to trefoil_app;
grant insert, select on consent_rule to trefoil_app;
grant delete, insert, select, update on data_export to trefoil_app;
grant delete, insert, select, update on data_export_part to trefoil_app;
grant select on database_timeline to trefoil_app;
grant insert, select on demo_mail to trefoil_app;
grant delete, insert, select, update on deposit to trefoil_app;
grant insert, select, update on deposit_address to trefoil_app;
grant insert, select on donation to trefoil_app;
grant insert, select on donor_notice to trefoil_app;
grant insert, select, update on dust_count to trefoil_app;
grant delete, insert, select on email_change to trefoil_app;
grant delete, insert, select, update on email_verification to trefoil_app;
grant insert, select on entry to trefoil_app;
grant insert, select, update on entry_month to trefoil_app;
grant insert, select, update on epoch to trefoil_app;
grant delete, insert, select on epoch_nodes to trefoil_app;
grant delete, insert, select on epoch_owners to trefoil_app;
grant insert, select on facts to trefoil_app;
grant insert, select on facts_cohort to trefoil_app;
grant insert, select on former_member to trefoil_app;
grant insert, select on found_payment to trefoil_app;
grant delete, insert, select on funding_address to trefoil_app;
grant select on inbox_progress to trefoil_app;
grant insert, select, update on installation to trefoil_app;
grant insert, select on journal to trefoil_app;
grant insert, select, update on lease to trefoil_app;
grant select on ledger_state to trefoil_app;
grant insert, select on legal_document to trefoil_app;
grant insert, select on lost_payment to trefoil_app;
grant select on lost_tail to trefoil_app;
grant delete, insert, select on mail_outbox to trefoil_app;
grant insert, select, update on member to trefoil_app;
grant insert, select, update on member_balance to trefoil_app;
grant select on migration to trefoil_app;
grant insert, select on nonce_gap to trefoil_app;
grant insert, select, update on note_month to trefoil_app;
grant delete, insert, select on passkey to trefoil_app;
grant insert, select on personal_key to trefoil_app;
grant delete, insert, select on picture to trefoil_app;
grant delete, insert, select on poster_endpoint to trefoil_app;
grant insert, select on programme to trefoil_app;
grant insert, select on proof_log to trefoil_app;
grant insert, select on proof_log_commitment to trefoil_app;
grant insert, select on proof_log_key to trefoil_app;
grant select on proof_log_progress to trefoil_app;
grant insert, select on proof_log_run to trefoil_app;
grant insert, select on proof_log_salt to trefoil_app;
grant insert, select on proof_log_tile to trefoil_app;
grant insert, select on proposal to trefoil_app;
grant delete, insert, select, update on rate_limit to trefoil_app;
grant insert, select, update on reconciliation to trefoil_app;
grant select on recovery to trefoil_app;
grant delete, insert, select, update on recovery_code to trefoil_app;
grant insert, select, update on report_progress to trefoil_app;
grant insert, select, update on reserve_account to trefoil_app;
grant delete, insert, select on reserve_transfer to trefoil_app;
grant delete, insert, select, update on reset_token to trefoil_app;
grant insert, select on reversal to trefoil_app;
grant insert, select, update on scan to trefoil_app;
grant delete, insert, select, update on scan_block to trefoil_app;
grant insert, select on screening_answer to trefoil_app;
grant insert, select on screening_hit to trefoil_app;
grant insert, select, update on sending to trefoil_app;
grant insert, select, update on sending_attempt to trefoil_app;
grant delete, insert, select, update on session to trefoil_app;
grant delete, insert, select, update on sign_in_link to trefoil_app;
grant insert, select, update on signer to trefoil_app;
grant delete, insert, select, update on statement_file to trefoil_app;
grant delete, insert, select, update on statement_file_part to trefoil_app;
grant delete, insert, select, update on stream_process to trefoil_app;
grant delete, insert, select, update on stream_slot to trefoil_app;
grant delete, insert, select, update on support_case to trefoil_app;
grant usage on support_case_turn to trefoil_app;
grant insert, select on support_message to trefoil_app;
grant select, update on system_account to trefoil_app;
grant insert, select, update on team to trefoil_app;
grant insert, select, update on team_chunk to trefoil_app;
grant insert, select, update on team_donation_month to trefoil_app;
grant insert, select, update on team_span to trefoil_app;
grant delete, insert, select on unmatched_transfer to trefoil_app;
grant select on unproven_journal to trefoil_app;
grant delete, insert, select on used_challenge to trefoil_app;
grant insert, select on webhook_attempt to trefoil_app;
grant delete, insert, select, update on webhook_delivery to trefoil_app;
grant delete, insert, select, update on webhook_endpoint to trefoil_app;
grant insert, select, update on withdrawal to trefoil_app;
grant select on withdrawal_move to trefoil_app;
grant delete, insert, select, update on worker_status to trefoil_app;

grant update (revoked_at, last_used_at) on api_key to trefoil_app;
grant insert (slug, name, summary, story, picture, picture_description, legal_name, country, registration_number, link, deductible, written_by, written_at) on cause to trefoil_app;
grant update (slug, name, state, summary, story, picture, picture_description, legal_name, country, registration_number, link, deductible, payout_address, payout_address_from, payout_address_by, text_version, written_by, written_at) on cause to trefoil_app;
grant update (last_member, done_at) on donor_notice to trefoil_app;
grant update (undo_hash, undone_at) on email_change to trefoil_app;
grant update (journal_id, trimmed_mail_id) on inbox_progress to trefoil_app;
grant update (batch) on ledger_state to trefoil_app;
grant update (id, account_id, facts, state, attempts, last_error, created_at, tried_at, next_at, recipient, recipient_hash, handed_at, sent_with, read_at) on mail_outbox to trefoil_app;
grant update (counter, backed_up, name, last_used_at, copied_at) on passkey to trefoil_app;
grant update (key_box, destroyed_at) on personal_key to trefoil_app;
grant update (added_at) on picture to trefoil_app;
grant update (size, root, checkpoint, signed_at) on proof_log to trefoil_app;
grant update (seed, erased_at) on proof_log_key to trefoil_app;
grant update (size, journal_id, audit_entry_id, was_restored) on proof_log_progress to trefoil_app;
grant update (count) on proof_log_run to trefoil_app;
grant update (hashes) on proof_log_tile to trefoil_app;
grant update (state, decided_by, decided_at, decision, reversed_by) on proposal to trefoil_app;
grant update (until_block, ended_at, proposal_id, read_at) on recovery to trefoil_app;
grant update (state, first_released_by, first_released_at, decided_by, decided_at, decision) on screening_hit to trefoil_app;

revoke execute on function accept_lost_tail(integer,integer) from public;
revoke execute on function begin_recovery(text) from public;
revoke execute on function check_tail(integer[],bigint[],text[]) from public;
revoke execute on function erase_demo_mails(integer) from public;
revoke execute on function erase_notes(integer) from public;
revoke execute on function follow_timeline() from public;
revoke execute on function fullest_identity() from public;
revoke execute on function rebuild_teams() from public;
revoke execute on function skip_identities() from public;
revoke execute on function skip_part_of_identities(integer) from public;
revoke execute on function summarise_entries() from public;

grant execute on function accept_lost_tail(integer,integer) to trefoil_app;
grant execute on function begin_recovery(text) to trefoil_app;
grant execute on function check_tail(integer[],bigint[],text[]) to trefoil_app;
grant execute on function erase_demo_mails(integer) to trefoil_app;
grant execute on function erase_notes(integer) to trefoil_app;
grant execute on function follow_timeline() to trefoil_app;
grant execute on function fullest_identity() to trefoil_app;
grant execute on function summarise_entries() to trefoil_app;
