-- What lets payouts leave again or silences mail is agreed on by two operators.
alter table proposal drop constraint known_proposal;
alter table proposal add constraint known_proposal check (kind in
  ('adjustment', 'assignment', 'programme', 'signer', 'funding_address', 'payment', 'recovery', 'reversal', 'settings'));
