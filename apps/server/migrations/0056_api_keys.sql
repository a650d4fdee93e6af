-- Keys with which other programs read what operators may read. Nobody can act with one.
create table api_key (
  id int generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  -- A plain hash: the key is random, and as long as the hash.
  key_hash bytea not null unique check (length(key_hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0),
  operator_id int not null references account,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz
);

grant select, insert on api_key to trefoil_app;
grant update (revoked_at, last_used_at) on api_key to trefoil_app;
