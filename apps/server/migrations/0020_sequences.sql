-- Each donation writes an entry of the cause: with 32 bits the ledger would end at two billion of them. Members' own
-- sequences in `member_balance` stay as they are: nobody does anything two billion times.
alter table entry alter column sequence type bigint;
alter table system_account alter column sequence type bigint;

-- Nothing was ever booked on it: fees are paid in the chain's own coin and recorded with each sending. The word stays in
-- the type, because values of an enum cannot be removed.
do $$
begin
  if exists (select from system_account where account = 'fees' and (balance, sequence) <> (0, 0)) then
    raise exception 'The account fees was used by somebody: move its balance to operations first';
  end if;
end $$;
delete from system_account where account = 'fees';
