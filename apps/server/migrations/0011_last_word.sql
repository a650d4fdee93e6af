-- The chain has the last word. What the vault has paid is paid, wherever our own records stand: after a restore they
-- are older than the chain's.
insert into withdrawal_move values ('requested', 'paid'), ('approved', 'paid'), ('failed', 'paid');

-- Payments that were found on the chain and that no sending of ours tells of.
create table found_payment (
  withdrawal_id bigint primary key references withdrawal,
  transaction text collate "C" not null,
  signer text collate "C" not null,
  block_number bigint not null,
  fee_paid numeric(78) not null,
  found_at timestamptz not null default now(),
  constraint one_withdrawal_per_payment unique (transaction)
);

-- Nonces that the chain has taken and no sending of ours has: two operators agreed to go on behind them.
create table nonce_gap (
  signer text collate "C" not null references signer,
  first bigint not null,
  last bigint not null,
  accepted_at timestamptz not null default now(),
  primary key (signer, first),
  constraint skips_something check (last >= first)
);

-- How often the vault has turned it down since somebody last decided.
alter table withdrawal add column refusals int not null default 0;

-- Since when a node has it: only then more fee may help.
alter table sending_attempt add column taken_at timestamptz;
update sending_attempt set taken_at = sent_at where advice like 'sent:%' or advice like 'known:%';

-- What ended lately, and which deposit addresses were emptied: for the checks of every minute.
create index withdrawal_ended on withdrawal (ended_at);
create index sending_ended on sending (ended_at);
create index stray_sweep on stray_transfer (sender, block_number) where kind = 'sweep';

-- As before, and also of what the vault has paid and our records did not know of.
create or replace function tell_withdrawal() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.state is distinct from new.state then
    insert into notice (account_id, kind, facts) values (new.member_id, 'withdrawal', jsonb_build_object(
      'state', new.state, 'amount', new.amount::text, 'address', new.address, 'reference', new.reference,
      'decision', new.decision));
  end if;
  if new.ended_at is null
    and (new.state = 'failed' or new.waits_for = 'vault_has_paid' or (new.look_at is null and new.waits_for is not null))
    and (tg_op = 'INSERT' or (old.state, old.waits_for) is distinct from (new.state, new.waits_for)
      or (old.look_at is null) <> (new.look_at is null)) then
    insert into notice (kind, facts) values ('withdrawal waits', jsonb_build_object(
      'amount', new.amount::text, 'reference', new.reference, 'waits_for', coalesce(new.waits_for, new.state)));
  end if;
  return null;
end $$;

grant select, insert on found_payment, nonce_gap to trefoil_app;
