-- The wallet's two edges: deposits that come in from the chain, and payouts that leave to it.
-- Addresses carry their checksum and hashes are in lower case, as 0x and hexadecimal digits: compared byte by byte.

-- Every address that was ever issued is watched forever. Its index on the chain is made of member and turn, so that
-- a database restored from an old copy issues the same ones to the same members again.
create table deposit_address (
  address text collate "C" primary key,
  member_id int not null references member,
  turn int not null,
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When something was first seen to arrive: after that it is not issued again.
  received_at timestamptz,
  constraint one_address_per_turn unique (member_id, turn),
  constraint turn_fits_the_index check (turn between 0 and 65535)
);

-- How far the chain was read, and how far it is final. What is above `final` may still change.
create table scan (
  chain_id bigint primary key,
  scanned bigint not null,
  scanned_hash text not null,
  final bigint not null,
  final_hash text not null,
  constraint final_is_scanned check (final <= scanned)
);

-- The blocks that were read and are not final, and the last one that is.
create table scan_block (
  number bigint primary key,
  hash text not null
);

create table deposit (
  id bigint generated always as identity primary key,
  chain_id bigint not null,
  transaction text collate "C" not null,
  ordinal int not null,
  block_number bigint not null,
  block_hash text not null,
  address text collate "C" not null references deposit_address,
  member_id int not null,
  sender text not null,
  -- Exact, in units of the token; `credited` counts $0.00001, and what is below one is in `remainder`.
  value numeric(78) not null,
  credited bigint not null,
  remainder numeric(78) not null,
  state text not null default 'seen',
  seen_at timestamptz not null default now(),
  credited_at timestamptz,
  -- The transaction that sweeps it: of which signer, by which nonce.
  sweep_signer text,
  sweep_nonce bigint,
  -- In the ledger, and to the member: the log that it came from.
  reference text not null generated always as (
    'deposit/' || chain_id::text || '/' || transaction || '/' || ordinal::text) stored,
  constraint one_credit_per_log unique (chain_id, transaction, ordinal),
  constraint worth_something check (value > 0),
  -- `dropped`: its block is no longer part of the chain. Gone for good once the chain has grown past it.
  constraint known_deposit_state check (state in ('seen', 'dropped', 'final', 'credited')),
  constraint credited_once_final check ((credited_at is not null) = (state = 'credited'))
);
create index deposit_of_member on deposit (member_id, id);
create index deposit_under_way on deposit (block_number) where state <> 'credited';
create index deposit_to_sweep on deposit (id) where state = 'credited' and sweep_nonce is null;
create index deposit_swept_by on deposit (sweep_signer, sweep_nonce) where sweep_nonce is not null;

-- What all credited deposits had below $0.00001, in units of the token, and how many $0.00001 of it were booked.
create table dust_count (
  chain_id bigint primary key,
  remainder numeric(78) not null default 0,
  booked bigint not null default 0
);

-- What is final stays as it is: only its credit, and later its sweep, are still to come.
create function guard_deposit() returns trigger language plpgsql as $$
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
end $$;
create trigger deposit_moves before update on deposit for each row execute function guard_deposit();

create function keep_deposit() returns trigger language plpgsql as $$
begin
  raise exception 'A final deposit stays' using errcode = 'check_violation', constraint = 'deposit_moves';
end $$;
-- Only what a reorganisation took away may be deleted.
create trigger deposit_stays before delete on deposit for each row
  when (old.state in ('final', 'credited')) execute function keep_deposit();

-- What arrived and is not credited, for the operator's eyes: zero amounts, other tokens, the native coin, our own
-- sweeps, and what somebody sent straight to one of our contracts.
create table stray_transfer (
  id bigint generated always as identity primary key,
  chain_id bigint not null,
  transaction text collate "C" not null,
  ordinal int not null,
  -- Empty: the native coin.
  token text collate "C" not null,
  kind text not null,
  block_number bigint not null,
  sender text not null,
  recipient text not null,
  value numeric(78) not null,
  -- Whose address it arrived at, where it is a member's.
  member_id int,
  seen_at timestamptz not null default now(),
  constraint noted_once unique (chain_id, transaction, token, ordinal),
  constraint known_stray check (kind in ('zero', 'too_large', 'other_token', 'native', 'sweep', 'to_contract'))
);
create index stray_by_block on stray_transfer (block_number);

create table withdrawal (
  id bigint generated always as identity primary key,
  reference text collate "C" not null constraint withdrawal_reference_taken unique,
  member_id int not null references member,
  amount bigint not null,
  address text collate "C" not null,
  -- What the vault knows it by: it pays each once.
  payout_id text collate "C" not null constraint payout_id_taken unique,
  state text not null default 'requested',
  requested_at timestamptz not null default now(),
  -- When the payout worker looks at it next; null while it waits for an operator.
  look_at timestamptz default now(),
  waits_for text,
  -- Left by itself, and so counts towards the daily limit.
  automatic boolean not null default false,
  claimed_at timestamptz,
  decided_by int references account,
  decided_at timestamptz,
  decision text,
  ended_at timestamptz,
  constraint pays_something check (amount > 0),
  constraint known_withdrawal_state check (
    state in ('requested', 'approved', 'claimed', 'failed', 'paid', 'refused', 'cancelled')
  ),
  constraint ended_or_open check ((ended_at is not null) = (state in ('paid', 'refused', 'cancelled')))
);
create index withdrawal_of_member on withdrawal (member_id, id);
create index withdrawal_to_look_at on withdrawal (look_at) where state in ('requested', 'approved');
create index withdrawal_open on withdrawal (member_id) where ended_at is null;
create index withdrawal_left_by_itself on withdrawal (member_id, claimed_at) where automatic;

-- The same moves as in the rules: the last guard against a withdrawal that is given back and paid.
create table withdrawal_move (was text, becomes text, primary key (was, becomes));
insert into withdrawal_move values
  ('requested', 'approved'), ('requested', 'claimed'), ('requested', 'refused'), ('requested', 'cancelled'),
  ('approved', 'claimed'), ('approved', 'refused'), ('approved', 'cancelled'),
  ('claimed', 'paid'), ('claimed', 'failed'),
  ('failed', 'approved'), ('failed', 'refused');
create function guard_withdrawal() returns trigger language plpgsql as $$
begin
  if not exists (select from withdrawal_move where was = old.state and becomes = new.state) then
    raise exception 'A withdrawal cannot go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'withdrawal_moves';
  end if;
  return new;
end $$;
-- `update of`: also where the state is set to what it was, so that nothing happens twice unnoticed.
create trigger withdrawal_moves before update of state on withdrawal
  for each row execute function guard_withdrawal();

-- Whose transactions pay. `stopped`: something happened under its name that we did not do.
create table signer (
  address text collate "C" primary key,
  first_nonce bigint not null,
  next_nonce bigint not null,
  stopped text,
  stopped_at timestamptz,
  constraint nonces_only_grow check (next_nonce >= first_nonce)
);

-- One transaction of ours, by its nonce: written before anything is signed, signed before anything is sent.
create table sending (
  signer text collate "C" not null references signer,
  nonce bigint not null,
  kind text not null constraint known_sending check (kind in ('payout', 'sweep')),
  withdrawal_id bigint references withdrawal,
  generation int not null default 1,
  call_to text not null,
  call_data text not null,
  gas bigint not null,
  max_fee numeric(78) not null,
  priority_fee numeric(78) not null,
  state text not null default 'open' constraint known_sending_state check (state in ('open', 'done', 'reverted')),
  claimed_at timestamptz not null default now(),
  ended_at timestamptz,
  -- The attempt that the chain took, and what it cost in wei.
  transaction text,
  fee_paid numeric(78),
  constraint one_sending_per_nonce primary key (signer, nonce),
  constraint one_sending_per_generation unique (withdrawal_id, generation),
  constraint payouts_have_a_withdrawal check ((kind = 'payout') = (withdrawal_id is not null)),
  constraint ended_by_a_transaction check ((state = 'open') = (transaction is null))
);
create unique index one_open_sending_per_withdrawal on sending (withdrawal_id) where state = 'open';
create unique index one_payment_per_withdrawal on sending (withdrawal_id) where state = 'done';
create index sending_open on sending (signer, nonce) where state = 'open';

-- Each is kept: any of them may be the one that the chain took.
create table sending_attempt (
  transaction text collate "C" primary key,
  signer text collate "C" not null,
  nonce bigint not null,
  raw text not null,
  max_fee numeric(78) not null,
  priority_fee numeric(78) not null,
  signed_at timestamptz not null default now(),
  sent_at timestamptz,
  advice text,
  foreign key (signer, nonce) references sending
);
create index attempt_of_sending on sending_attempt (signer, nonce);

-- What the one process that scans, or sends, has to say: for the health page of all of them.
create table duty (
  name text primary key,
  trouble text,
  trouble_since timestamptz,
  figures jsonb not null default '{}',
  reported_at timestamptz not null default now()
);

grant select, insert, update on deposit_address, scan, deposit, dust_count, withdrawal, signer, sending, sending_attempt, duty
  to trefoil_app;
grant select, insert, delete on stray_transfer to trefoil_app;
grant select, insert, update, delete on scan_block to trefoil_app;
grant delete on deposit to trefoil_app;
grant select on withdrawal_move to trefoil_app;
