-- A mailed link makes a browser known to its owner's account, so that strangers' guesses do not keep the owner out. An
-- account has one at a time, stored as a keyed hash, and gone once it is used.
create table sign_in_link (
  account_id int primary key references account,
  token_hash bytea not null constraint sign_in_link_taken unique,
  -- While it is valid, only this mail may replace it, if it has to be sent again.
  mail_id bigint not null,
  expires_at timestamptz not null
);
grant select, insert, update, delete on sign_in_link to trefoil_app;
