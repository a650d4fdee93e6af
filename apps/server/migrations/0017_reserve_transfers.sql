-- Where the money is, with evidence: every transfer of the token from and to the treasury and the vault.

-- The addresses that hold the reserves: the treasury and the vault, and former ones for as long as the database exists.
create table reserve_account (
  chain_id bigint not null,
  address text collate "C" not null,
  -- Every transfer from this block on is recorded. It goes down to `history_from` while older blocks are read.
  recorded_from bigint not null,
  history_from bigint not null,
  -- What it held before the first recorded transfer, in units of the token: measured once the history is read.
  opening numeric(78),
  constraint reserve_account_pkey primary key (chain_id, address),
  constraint history_is_older check (history_from <= recorded_from),
  constraint measured_after_history check (opening is null or recorded_from = history_from)
);

create table reserve_transfer (
  chain_id bigint not null,
  transaction text collate "C" not null,
  ordinal int not null,
  block_number bigint not null,
  sender text collate "C" not null,
  recipient text collate "C" not null,
  value numeric(78) not null,
  -- `sweep`: from a deposit address. `payout`: by the vault, under an id. `other`: everything else.
  kind text not null constraint known_reserve_transfer check (kind in ('sweep', 'payout', 'other')),
  -- The id that the vault announced with it.
  payout_id text collate "C",
  seen_at timestamptz not null default present(),
  constraint one_reserve_transfer_per_log primary key (chain_id, transaction, ordinal),
  constraint payouts_have_an_id check ((kind = 'payout') = (payout_id is not null))
);
create index reserve_transfer_by_block on reserve_transfer (block_number);
create index reserve_transfer_other on reserve_transfer (block_number) where kind = 'other';
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

-- What came to deposit addresses and what was swept from them, up to `final`: the difference is still there.
alter table scan add column arrived numeric(78) not null default 0, add column swept numeric(78) not null default 0;
update scan set
  arrived = (select coalesce(sum(value), 0) from deposit d
      where d.chain_id = scan.chain_id and d.state in ('final', 'credited'))
    + (select coalesce(sum(value), 0) from unmatched_transfer u
      where u.chain_id = scan.chain_id and u.kind = 'too_large' and u.block_number <= final),
  swept = (select coalesce(sum(value), 0) from reserve_transfer t
      where t.chain_id = scan.chain_id and t.kind = 'sweep' and t.block_number <= final);

grant select, insert, update on reserve_account to trefoil_app;
grant select, insert, delete on reserve_transfer to trefoil_app;
