-- An epoch counts all that is owed at one journal, in a sum tree whose root goes on the chain.
create table epoch (
  number int primary key constraint epochs_count_from_one check (number >= 1),
  state text not null default 'waiting' constraint known_epoch_state
    check (state in ('waiting', 'building', 'posting', 'anchored', 'failed')),
  asked_at timestamptz not null default now(),
  -- Null: it was due.
  proposal_id int references proposal constraint one_epoch_per_proposal unique,
  -- What it waits for, or why it failed.
  why text,
  began_at timestamptz,
  counted int not null default 0,
  owners int not null default 0,
  -- What was claimed, unbooked or unswept when it was counted all the same.
  outstanding text,
  at timestamptz,
  journal bigint,
  depth smallint,
  leaves int,
  root bytea,
  total bigint constraint nothing_owed_is_negative check (total >= 0),
  log_size bigint,
  log_root bytea,
  built_at timestamptz,
  -- Salts and nonces are derived from it.
  key_box bytea,
  -- From here on: what the contract stored.
  contract text collate "C",
  transaction text collate "C",
  fee_paid numeric(78),
  vault_balance numeric(78),
  treasury_balance numeric(78),
  posted_at timestamptz,
  anchored_at timestamptz,
  constraint built_whole check (state not in ('posting', 'anchored') or (at, journal, depth, leaves, root, total, log_size,
    log_root, built_at, key_box) is not null),
  constraint anchored_whole check (state <> 'anchored' or (contract, vault_balance, treasury_balance, posted_at,
    anchored_at) is not null),
  constraint failed_because check (state <> 'failed' or why is not null)
);
create index epoch_by_key_version on epoch (secret_version(key_box), number) where key_box is not null;
create unique index one_epoch_at_a_time on epoch ((true)) where state in ('waiting', 'building', 'posting');

-- What was posted stays as it was. A rotation seals its key again.
create function keep_epoch() returns trigger language plpgsql as $$
begin
  if old.state = 'anchored' and to_jsonb(old) - 'key_box' <> to_jsonb(new) - 'key_box' then
    raise exception 'Epoch % is anchored', old.number using errcode = 'check_violation', constraint = 'anchored_stays';
  end if;
  return new;
end $$;
create trigger anchored_stays before update on epoch for each row execute function keep_epoch();

-- Every fourth level of the tree, 65,536 nodes of 40 bytes in a part. Not compressed: parts of a part are read.
create table epoch_nodes (
  epoch int not null references epoch on update cascade,
  level smallint not null,
  part int not null,
  content bytea not null,
  primary key (epoch, level, part)
);
alter table epoch_nodes alter column content set storage external;

-- Which leaves are whose, by number: members above zero, operations 0, causes below. 16 bytes each, 4096 in a part: the
-- owner as a signed integer, and three places.
create table epoch_owners (
  epoch int not null references epoch on update cascade,
  first_owner int not null,
  content bytea not null,
  primary key (epoch, first_owner)
);
alter table epoch_owners alter column content set storage external;

alter table sending drop constraint known_sending;
alter table sending add column epoch int references epoch,
  add constraint known_sending check (kind in ('payout', 'sweep', 'attestation')),
  add constraint attestations_have_an_epoch check ((kind = 'attestation') = (epoch is not null));
create unique index one_open_sending_per_epoch on sending (epoch) where state = 'open';

alter table proposal drop constraint known_proposal;
alter table proposal add constraint known_proposal check (kind in
  ('adjustment', 'assignment', 'programme', 'signer', 'funding_address', 'payment', 'recovery', 'reversal', 'settings',
    'cause', 'payout', 'epoch'));

-- Keeps attestations. It came later than the other contracts of a setting; once it has one, only a new setting has another.
create table attestation_contract (
  setting int primary key references chain_setting,
  address text collate "C" not null
);

grant select, insert on attestation_contract to trefoil_app;
grant select, insert, update on epoch to trefoil_app;
grant select, insert, delete on epoch_nodes, epoch_owners to trefoil_app;
