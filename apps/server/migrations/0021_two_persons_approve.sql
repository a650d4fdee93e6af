-- Above an amount that the programme names, a withdrawal is approved by two operators: the second is `decided_by`.
alter table withdrawal add column first_approved_by int references account;
alter table withdrawal add column first_approved_at timestamptz;
alter table withdrawal add constraint two_persons_approve check (state <> 'approved' or first_approved_by <> decided_by);
alter table withdrawal add constraint first_approval_whole
  check ((first_approved_by is null) = (first_approved_at is null));

-- Asked with every look of the payout worker: is there one that the vault covers by now?
create index withdrawal_waits_for_vault on withdrawal (amount)
  where waits_for in ('float', 'vault_day_limit') and ended_at is null;
