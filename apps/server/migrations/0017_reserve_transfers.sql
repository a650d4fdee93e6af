-- Where the money is, with evidence: every transfer of the token from and to the treasury and the vault.

-- The addresses that hold the reserves: the treasury and the vault, and former ones for as long as the database exists.
create table reserve_account (
  chain_id bigint not null,
  address text collate "C" not null,
  -- Every transfer from this block on is recorded. It goes down to `history_from` while older blocks are read.
  recorded_from bigint not null,
  history_from bigint not null,
  constraint reserve_account_pkey primary key (chain_id, address),
  constraint history_is_older check (history_from <= recorded_from)
);

create table reserve_transfer (
  chain_id bigint not null,
  transaction text collate "C" not null,
  ordinal int not null,
  block_number bigint not null,
  sender text collate "C" not null,
  recipient text collate "C" not null,
  value numeric(78) not null,
  -- `sweep`: from a deposit address. `payout`: by the vault, under an id. `internal`: between treasury and vault.
  -- `in`, `out`: with anybody else.
  kind text not null constraint known_reserve_transfer check (kind in ('sweep', 'payout', 'internal', 'in', 'out')),
  -- The id that the vault announced with it.
  payout_id text collate "C",
  seen_at timestamptz not null default present(),
  constraint one_reserve_transfer_per_log primary key (chain_id, transaction, ordinal),
  constraint payouts_have_an_id check ((kind = 'payout') = (payout_id is not null))
);
create index reserve_transfer_by_block on reserve_transfer (block_number);
create index reserve_transfer_outside on reserve_transfer (block_number) where kind in ('in', 'out');
create unique index vault_pays_an_id_once on reserve_transfer (payout_id, sender, chain_id) where payout_id is not null;

-- Until its block is final, a reorganisation may take it away.
create function keep_reserve_transfer() returns trigger language plpgsql as $$
begin
  if exists (select from scan where chain_id = old.chain_id and final >= old.block_number) then
    raise exception 'A final transfer stays' using errcode = 'check_violation', constraint = 'reserve_transfer_stays';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger reserve_transfer_stays before update or delete on reserve_transfer
  for each row execute function keep_reserve_transfer();

-- Sweeps were kept among the unmatched transfers, which they are not.
insert into reserve_transfer (chain_id, transaction, ordinal, block_number, sender, recipient, value, kind, seen_at)
  select chain_id, transaction, ordinal, block_number, sender, recipient, value, 'sweep', seen_at
  from unmatched_transfer where kind = 'sweep';
drop index unmatched_sweep;
delete from unmatched_transfer where kind = 'sweep';
alter table unmatched_transfer drop constraint known_unmatched_kind;
alter table unmatched_transfer add constraint known_unmatched_kind
  check (kind in ('zero', 'too_large', 'other_token', 'native', 'to_contract'));
create index unmatched_too_large on unmatched_transfer (block_number) where kind = 'too_large';

-- What came to deposit addresses and what was swept from them, up to `final`: the difference is still there. And what
-- treasury and vault held before the first recorded transfer: measured once, when their history was read.
alter table scan add column arrived numeric(78) not null default 0, add column swept numeric(78) not null default 0,
  add column opening numeric(78);
update scan set
  arrived = (select coalesce(sum(value), 0) from deposit d
      where d.chain_id = scan.chain_id and d.state in ('final', 'credited'))
    + (select coalesce(sum(value), 0) from unmatched_transfer u
      where u.chain_id = scan.chain_id and u.kind = 'too_large' and u.block_number <= final),
  swept = (select coalesce(sum(value), 0) from reserve_transfer t
      where t.chain_id = scan.chain_id and t.kind = 'sweep' and t.block_number <= final);

-- Journals that touch the chain's account and had no evidence when it began to be asked for: only the owner of the
-- tables can add to them, and every verification says how many there are.
create table unproven_journal (
  journal_id bigint primary key,
  -- What it took from the chain's account; below zero: brought.
  amount bigint not null,
  -- Proven once this log is among the reserve transfers. Until now, what had been sent to any contract could be
  -- assigned to a member, although only treasury and vault can give it out again.
  transaction text collate "C",
  ordinal int
);
insert into unproven_journal (journal_id, amount)
  select j.id, -e.amount from entry e join journal j on j.id = e.journal_id
  left join deposit d on d.reference = j.reference and j.reason = 'deposit'
  left join withdrawal w on w.reference || '/end' = j.reference and j.reason = 'withdrawal_paid'
  left join proposal p on 'proposal-' || p.id = j.reference
  where e.member_id = 0 and e.account = 'chain' and d.reference is null and w.id is null and p.id is null
    and not (j.reason = 'deposit' and j.reference like 'dust/%');
insert into unproven_journal
  select j.id, j.amount, u.transaction, u.ordinal
  from proposal p join journal j on j.reference = 'proposal-' || p.id
  join unmatched_transfer u on u.id = (p.details ->> 'unmatched')::bigint
  where p.kind = 'assignment' and p.state = 'done';

grant select on unproven_journal to trefoil_app;
grant select, insert, update on reserve_account to trefoil_app;
grant select, insert, delete on reserve_transfer to trefoil_app;

-- Addresses of our own outside of treasury and vault, as two operators declared: what comes from there and goes there
-- is own funding.
create table funding_address (
  chain_id bigint not null,
  address text collate "C" not null,
  name text not null,
  proposal_id int not null references proposal,
  declared_at timestamptz not null default present(),
  constraint funding_address_pkey primary key (chain_id, address)
);
alter table proposal drop constraint known_proposal;
alter table proposal add constraint known_proposal
  check (kind in ('adjustment', 'assignment', 'programme', 'signer', 'funding_address'));

-- Whether what the chain holds is what the books explain: a row for each change of the verdict, and the newest one kept
-- up to date.
create table reconciliation (
  id bigint generated always as identity primary key,
  chain_id bigint not null,
  block_number bigint not null,
  -- In units of the token, as text.
  figures jsonb not null,
  difference numeric(78) not null,
  unbooked numeric(78) not null,
  -- Payments up to here are all booked, and journals up to here are all in blocks that were read.
  settled_block bigint not null,
  settled_journal bigint not null,
  found_at timestamptz not null default now(),
  checked_at timestamptz not null default now()
);
create index reconciliation_newest on reconciliation (chain_id, id);

grant select, insert, delete on funding_address to trefoil_app;
grant select, insert, update on reconciliation to trefoil_app;
