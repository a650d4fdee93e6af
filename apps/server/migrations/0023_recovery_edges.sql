-- A payment that the database had forgotten is booked once: as the withdrawal of the member whose number it has, or by
-- two operators. Both are written under the ledger's lock, so the later one sees the earlier one.
create function keep_found_payment_unbooked() returns trigger language plpgsql as $$
begin
  if exists (select from proposal where kind = 'payment' and state <> 'rejected' and state = 'done'
    and details ->> 'transaction' = new.transaction and (details ->> 'ordinal')::int = new.ordinal) then
    raise exception 'Two operators have booked this payment' using errcode = 'check_violation',
      constraint = 'payment_booked_once';
  end if;
  return new;
end $$;
create trigger payment_booked_once before insert on found_payment
  for each row execute function keep_found_payment_unbooked();

create function keep_agreed_payment_unbooked() returns trigger language plpgsql as $$
begin
  if exists (select from found_payment where transaction = new.details ->> 'transaction'
    and ordinal = (new.details ->> 'ordinal')::int) then
    raise exception 'A withdrawal has this payment' using errcode = 'check_violation',
      constraint = 'payment_booked_once';
  end if;
  return new;
end $$;
create trigger payment_booked_once before update of state on proposal
  for each row when (new.kind = 'payment' and new.state = 'done' and old.state <> 'done')
  execute function keep_agreed_payment_unbooked();

-- `lost_payment` has every number that was found in a recovery, also of what was then booked as a withdrawal: a payment
-- that cannot be booked at that moment takes its number all the same.

-- Nodes drop receipts, but not the transfers that we recorded: who signed such a payment, and for what fee, stays open.
alter table found_payment alter column signer drop not null, alter column fee_paid drop not null;
