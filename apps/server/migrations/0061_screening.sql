-- Addresses are screened when they are saved, when a deposit is credited and when a payout is claimed (docs/screening.md).

-- First of all, in the order in which batches lock. What a deposit brought stays in the impact balance until its sender is
-- cleared.
alter table member_balance add column on_hold bigint not null default 0;
alter table member_balance add constraint on_hold_is_covered check (on_hold between 0 and impact);

-- How well the member is known, which limits what can be withdrawn. `kyc_level_by`: the operator who set it. What a provider
-- says then changes nothing.
alter table member_balance add column kyc_level smallint not null default 0
  constraint known_kyc_level check (kyc_level between 0 and 9);
alter table member_balance add column kyc_level_by int references account;
create index balances_on_hold on member_balance (member_id) where on_hold <> 0;

-- Every question that a provider was asked, and what came of it.
create table screening_answer (
  id bigint generated always as identity primary key,
  provider text not null constraint known_screening_provider check (provider in ('list', 'oracle', 'http')),
  moment text not null constraint known_screening_moment check (moment in ('address', 'deposit', 'payout')),
  -- A member, a cause below zero, or operations.
  owner_id int not null,
  address text collate "C" not null,
  -- `none`: no answer that could be used.
  result text not null constraint known_screening_result check (result in ('clear', 'hit', 'none')),
  -- The provider's reason, or why there is no answer.
  detail text constraint screening_detail_is_short check (length(detail) <= 300),
  -- What the provider says about the member.
  level smallint,
  asked_at timestamptz not null,
  answered_at timestamptz not null default now()
);
create index screening_answer_of_address on screening_answer (address, owner_id, provider, id desc)
  where result <> 'none';
create index screening_answer_of_owner on screening_answer (owner_id, id);

-- What an operator has to decide.
create table screening_hit (
  id int generated always as identity primary key,
  moment text not null constraint known_hit_moment check (moment in ('address', 'deposit', 'payout')),
  owner_id int not null,
  address text collate "C" not null,
  provider text not null constraint known_hit_provider check (provider in ('list', 'oracle', 'http')),
  reason text constraint hit_reason_is_short check (length(reason) <= 300),
  amount bigint,
  withdrawal_id bigint references withdrawal,
  deposit_id bigint references deposit,
  found_at timestamptz not null default now(),
  state text not null default 'open' constraint known_hit_state check (state in ('open', 'released', 'refused')),
  first_released_by int references account,
  first_released_at timestamptz,
  decided_by int references account,
  decided_at timestamptz,
  decision text,
  constraint hit_of_a_payout_or_a_deposit check ((moment = 'payout') = (withdrawal_id is not null)
    and (moment = 'deposit') = (deposit_id is not null) and (moment = 'address') = (amount is null)),
  constraint decided_with_a_reason check ((state = 'open') = (decided_at is null) and (state = 'open') = (decision is null))
);
create unique index one_hit_of_withdrawal on screening_hit (withdrawal_id);
create unique index one_hit_of_deposit on screening_hit (deposit_id);
create unique index one_hit_of_saved_address on screening_hit (owner_id, address) where moment = 'address';
create index open_hits on screening_hit (id) where state = 'open';
create index hits_of_owner on screening_hit (owner_id, id);

grant select, insert on screening_answer, screening_hit to trefoil_app;
grant update (state, first_released_by, first_released_at, decided_by, decided_at, decision) on screening_hit to trefoil_app;

-- Of what stays on hold. `waiting`: for an answer. `held`: by a hit.
alter table deposit add column screening text constraint known_deposit_screening check (screening in ('waiting', 'held'));
create index deposit_on_hold on deposit (id) where screening is not null;
create index deposit_on_hold_of_member on deposit (member_id) where screening is not null;
