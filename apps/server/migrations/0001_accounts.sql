-- Who can sign in, where members sit, and what they did that is not money.

create table account (
  id int generated always as identity primary key,
  role text not null constraint known_role check (role in ('member', 'operator', 'auditor')),
  name text not null,
  email text not null,
  -- The private key is looked up by a keyed hash and shown from a sealed copy, so that a stolen database
  -- does not list working keys next to passcode hashes.
  key_hash bytea not null constraint private_key_taken unique,
  key_box bytea not null,
  passcode_hash text not null,
  wallet_address text,
  wallet_address_since timestamptz,
  withdrawals_held_until timestamptz,
  -- The sealed TOTP secret: set up first, enabled once a code has confirmed it.
  totp_box bytea,
  totp_enabled_at timestamptz,
  -- The last accepted time step: a code works once.
  totp_step bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint enabled_totp_has_secret check (totp_enabled_at is null or totp_box is not null),
  constraint address_has_date check ((wallet_address is null) = (wallet_address_since is null))
);
create unique index email_taken on account (lower(email));

create table recovery_code (
  account_id int not null references account,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- A session is a family of refresh tokens: the newest is the one of `generation`.
create table session (
  id uuid primary key,
  account_id int not null references account,
  seed bytea not null,
  generation int not null default 0,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  address inet,
  agent text,
  constraint ended_for_a_reason check ((ended_at is null) = (end_reason is null))
);
create index session_of_account on session (account_id) where ended_at is null;
create index session_to_forget on session (expires_at);

create table reset_token (
  token_hash bytea primary key,
  account_id int not null references account,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index reset_token_of_account on reset_token (account_id);

-- A place in the tree. Nobody ever moves.
create table member (
  id int primary key references account,
  referral_code text not null constraint referral_code_taken unique,
  sponsor int references member,
  parent int references member,
  position smallint constraint left_center_right check (position between 0 and 2),
  depth int not null,
  -- Levels down to the shallowest open slot in the subtree; 0: one of the own three is open.
  gap int not null default 0,
  -- The ten nearest above, the nearest first.
  upline int[] not null,
  constraint one_in_a_place unique (parent, position),
  constraint only_the_root_hangs_free check (
    (parent is null) = (depth = 0) and (parent is null) = (position is null) and (parent is null) = (sponsor is null)
  ),
  constraint bounded_upline check (cardinality(upline) = least(depth, 10))
);
create unique index one_root on member ((true)) where parent is null;
create index member_by_sponsor on member (sponsor);

-- The shallowest open slot under the sponsor, left before center before right, level by level.
-- At most one step per level each way: `gap` says where to go, and stops changing soon on the way back.
create function place_member(new_id int, new_code text, sponsor_id int) returns void language plpgsql as $$
declare
  above member;
  slot int;
  new_gap int;
begin
  -- One placement at a time: the slot that was found is still open when it is taken.
  perform pg_advisory_xact_lock(1953654118, 3);
  select * into strict above from member where id = sponsor_id;
  while above.gap > 0 loop
    select * into strict above from member where parent = above.id and gap = above.gap - 1 order by position limit 1;
  end loop;
  select min(open) into strict slot from generate_series(0, 2) open
    where not exists (select from member where parent = above.id and position = open);
  insert into member (id, referral_code, sponsor, parent, position, depth, upline)
    values (new_id, new_code, sponsor_id, above.id, slot, above.depth + 1, (above.id || above.upline)[1:10]);
  loop
    select case when count(*) < 3 then 0 else 1 + min(gap) end into new_gap from member where parent = above.id;
    exit when new_gap = above.gap;
    update member set gap = new_gap where id = above.id;
    exit when above.parent is null;
    select * into strict above from member where id = above.parent;
  end loop;
end $$;

-- What happened to an account that is not money: joined, address changed, passcode changed.
create table activity (
  id bigint generated always as identity primary key,
  account_id int not null references account,
  type text not null,
  description text not null,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index activity_of_account on activity (account_id, id);

-- Kept by the rate limiter: points used under a key, until a time in milliseconds.
create table rate_limit (
  key varchar(255) primary key,
  points int not null,
  expire bigint
);
create index rate_limit_to_forget on rate_limit (expire);

-- Facts about this installation, such as the fingerprint of its secret.
create table installation (
  key text primary key,
  value jsonb not null
);

-- Mail of an installation without an SMTP server: the demo shows it.
create table outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now()
);

grant select, insert, update on account, recovery_code, session, reset_token, member, rate_limit, installation to trefoil_app;
grant delete on recovery_code, session, reset_token, rate_limit to trefoil_app;
grant select, insert on activity, outbox to trefoil_app;
