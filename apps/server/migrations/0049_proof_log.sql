-- The log of everything that was written, as a tree of hashes that only grows: what the leaves are is in docs/proofs.md.

-- How far it is. A step of the builder changes this row and the tree together, so that a crash repeats it as a whole.
create table proof_log_progress (
  only_row boolean primary key default true constraint there_is_one check (only_row),
  -- Leaves in the tree.
  size bigint not null default 0,
  -- The last journal in it.
  journal_id bigint not null default 0,
  -- Every audit entry up to here is in it. Later ones may be: they commit in another order than they are numbered in.
  audit_entry_id bigint not null default 0,
  -- The next checkpoint opens a new log.
  was_restored boolean not null default false
);
insert into proof_log_progress default values;

-- 256 hashes a row. Level 0 has those of leaves, each level above the roots of 256 full rows below.
create table proof_log_tile (
  level smallint not null,
  index bigint not null,
  hashes bytea not null,
  primary key (level, index),
  constraint whole_hashes check (octet_length(hashes) between 32 and 8192 and octet_length(hashes) % 32 = 0)
);
-- Hashes cannot be compressed.
alter table proof_log_tile alter column hashes set storage external;

create function keep_proof_log_tile() returns trigger language plpgsql as $$
begin
  if substring(new.hashes for octet_length(old.hashes)) is distinct from old.hashes then
    raise exception 'The log only grows' using errcode = 'check_violation', constraint = 'tiles_only_grow';
  end if;
  return new;
end $$;
create trigger tiles_only_grow before update on proof_log_tile for each row execute function keep_proof_log_tile();

-- Which leaves are what: neighbours with consecutive ids are one row.
create table proof_log_run (
  first_index bigint primary key,
  -- 1 journals, 2 audit entries, 3 versions of the programme, 4 facts.
  kind smallint not null constraint known_leaf_kind check (kind between 1 and 4),
  first_id bigint not null,
  count bigint not null constraint has_leaves check (count > 0)
);
create unique index proof_log_run_by_id on proof_log_run (kind, first_id);

-- Of leaves that are not journals.
create table proof_log_salt (
  kind smallint not null,
  id bigint not null,
  salt bytea not null constraint sixteen_bytes check (octet_length(salt) = 16),
  primary key (kind, id)
);

-- What the key of an owner's entries is derived from, with the installation's own secret. Owners are the ledger's: above
-- zero a member, 0 the system, below zero a cause.
create table proof_log_key (
  owner int primary key,
  -- Null: destroyed, because the member was erased.
  seed bytea constraint sixteen_bytes check (octet_length(seed) = 16),
  -- To be destroyed, once there is nothing left that others need it for.
  erased_at timestamptz
);
create index proof_log_key_to_destroy on proof_log_key (owner) where erased_at is not null and seed is not null;

-- Commitments whose salt nobody can compute any more. Others prove their own entries of the same journal with them.
create table proof_log_commitment (
  journal_id bigint not null,
  position int not null,
  commitment bytea not null constraint one_hash check (octet_length(commitment) = 32),
  primary key (journal_id, position)
);

-- A log, and its newest signed checkpoint. There is a second one only after the database was restored or set back: its tree
-- goes on from what there is of the old one.
create table proof_log (
  number int primary key,
  opened_at timestamptz not null default now(),
  previous_number int,
  previous_size bigint,
  previous_root bytea,
  size bigint not null,
  root bytea not null,
  checkpoint text not null,
  signed_at timestamptz not null default now(),
  constraint previous_whole check (num_nulls(previous_number, previous_size, previous_root) in (0, 3))
);

create function keep_proof_log() returns trigger language plpgsql as $$
begin
  if new.size < old.size or new.number <> old.number then
    raise exception 'A log only grows' using errcode = 'check_violation', constraint = 'log_only_grows';
  end if;
  return new;
end $$;
create trigger log_only_grows before update on proof_log for each row execute function keep_proof_log();

grant select on proof_log_progress, proof_log_tile, proof_log_run, proof_log_salt, proof_log_key, proof_log_commitment,
  proof_log to trefoil_app;
grant update (size, journal_id, audit_entry_id, was_restored) on proof_log_progress to trefoil_app;
grant insert, update (hashes) on proof_log_tile to trefoil_app;
grant insert, update (count) on proof_log_run to trefoil_app;
grant insert on proof_log_salt, proof_log_commitment to trefoil_app;
grant insert, update (seed, erased_at) on proof_log_key to trefoil_app;
grant insert, update (size, root, checkpoint, signed_at) on proof_log to trefoil_app;
