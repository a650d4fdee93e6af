-- A journal that was acknowledged and is not there any more: the database has lost its tail, to a standby that lagged
-- behind or to a disk. Nothing is posted until two operators have seen it (docs/decisions/0040).
create table lost_tail (
  id int generated always as identity primary key,
  found_at timestamptz not null default now(),
  -- The newest that is known to be lost, and the newest that was there.
  journal_id bigint not null,
  reference text not null,
  last_journal bigint not null,
  accepted_at timestamptz,
  proposal_id int references proposal,
  constraint two_operators_accept_it check ((accepted_at is null) = (proposal_id is null))
);
create unique index one_lost_tail_at_a_time on lost_tail ((true)) where accepted_at is null;

-- In the row that every batch compares anyway, and without a reference, which would cost every batch a trigger. A journal
-- of an earlier lineage proves nothing: its loss was accepted.
alter table ledger_state add column stopped_by int;
alter table ledger_state add column lineage int not null default 0;

-- Compares what a process knows to be acknowledged with what there is, and stops posting if something is missing. Null,
-- or, for who finds it first, what is wrong. On a standby it fails: what is missing there may still come.
create function check_tail(lineages int[], journals bigint[], refs text[]) returns text language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
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
end $$;
revoke execute on function check_tail(int[], bigint[], text[]) from public;
grant execute on function check_tail(int[], bigint[], text[]) to trefoil_app;

-- Once two operators agree. What the chain knows and this database has lost is found by the recovery that begins, and
-- the log that was signed meanwhile is succeeded by a new one. False: it was accepted already.
create function accept_lost_tail(of_id int, by_proposal int) returns boolean language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
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
end $$;
revoke execute on function accept_lost_tail(int, int) from public;
grant execute on function accept_lost_tail(int, int) to trefoil_app;

alter table proposal drop constraint known_proposal;
alter table proposal add constraint known_proposal check (kind in
  ('adjustment', 'assignment', 'programme', 'signer', 'funding_address', 'payment', 'recovery', 'reversal', 'settings',
    'cause', 'payout', 'epoch', 'lost_tail'));

grant select on lost_tail to trefoil_app;
