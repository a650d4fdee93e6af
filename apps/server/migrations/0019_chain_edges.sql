-- Which chain and which contracts the books belong to. A change is a new row by two operators; the highest number is in
-- force, and the others are former vaults, treasuries and factories.
create table chain_setting (
  number int primary key constraint settings_count_from_one check (number >= 1),
  chain_id bigint not null,
  token text collate "C" not null,
  decimals int not null,
  factory text collate "C" not null,
  implementation text collate "C" not null,
  treasury text collate "C" not null,
  vault text collate "C" not null,
  since timestamptz not null default now()
);

-- An address is computed from an index of 256 bits, which nobody can guess, and from the factory and the treasury of its
-- setting. What was issued before keeps the index that it was issued with, member * 65536 + turn: it is of setting 0, which
-- has the contracts of setting 1.
alter table deposit_address
  add column setting int not null default 0,
  add column index text collate "C",
  -- Why the sweeper leaves it out, and until when.
  add column set_aside text,
  add column set_aside_until timestamptz,
  drop constraint turn_fits_the_index;
update deposit_address set index = '0x' || lpad(to_hex(member_id::bigint * 65536 + turn), 64, '0');
alter table deposit_address
  alter column setting drop default,
  alter column index set not null,
  drop constraint one_address_per_turn,
  add constraint one_address_per_turn unique (member_id, setting, turn),
  add constraint turns_count_from_zero check (turn >= 0),
  add constraint index_has_256_bits check (index ~ '^0x[0-9a-f]{64}$'),
  add constraint set_aside_with_a_reason check ((set_aside is null) = (set_aside_until is null));
create index deposit_address_set_aside on deposit_address (set_aside_until) where set_aside is not null;

-- Where a backup from before is restored, more of them may have been issued than it knows.
insert into installation (key, value) select 'counted addresses', '{}' from scan limit 1;

-- Who emptied a deposit address, where it was not our sweep.
create index reserve_transfer_from_address on reserve_transfer (sender) where kind = 'sweep';

-- What was read of a block near the head: at finality it is read again and compared.
alter table scan_block add column transfers text;

grant select, insert on chain_setting to trefoil_app;
