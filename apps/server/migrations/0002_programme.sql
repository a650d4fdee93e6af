-- The rules of the programme as numbered versions, and one purse per member.

create table programme (
  version int primary key,
  rules jsonb not null,
  active_from timestamptz not null default now()
);

-- Version 1: requirements of $10 to $300, everybody can get back what they gave and no more.
insert into programme (version, rules) values (1, '{
  "stages": [
    { "stage_number": 1, "donation_requirement": 10, "earning_multiplier": 1 },
    { "stage_number": 2, "donation_requirement": 15, "earning_multiplier": 1 },
    { "stage_number": 3, "donation_requirement": 25, "earning_multiplier": 1 },
    { "stage_number": 4, "donation_requirement": 40, "earning_multiplier": 1 },
    { "stage_number": 5, "donation_requirement": 60, "earning_multiplier": 1 },
    { "stage_number": 6, "donation_requirement": 90, "earning_multiplier": 1 },
    { "stage_number": 7, "donation_requirement": 130, "earning_multiplier": 1 },
    { "stage_number": 8, "donation_requirement": 180, "earning_multiplier": 1 },
    { "stage_number": 9, "donation_requirement": 240, "earning_multiplier": 1 },
    { "stage_number": 10, "donation_requirement": 300, "earning_multiplier": 1 }
  ],
  "shares_basis_points": {
    "sponsor": 1000,
    "levels": [300, 300, 200, 200, 100, 100, 100, 100, 50, 50],
    "operations": 500
  },
  "min_withdrawal": 10,
  "automatic_payout": { "per_day_max": 100, "address_age_hours": 24 }
}');

-- Everything that a decision about one member needs, in one row: rows are what costs.
-- Amounts count $0.00001. A sequence is the number of the account's latest entry.
create table purse (
  member_id int primary key references member,
  impact bigint not null default 0,
  impact_sequence int not null default 0,
  available bigint not null default 0,
  available_sequence int not null default 0,
  held bigint not null default 0,
  held_sequence int not null default 0,
  stage smallint not null default 0,
  last_donation bigint not null default 0,
  stage_balance bigint not null default 0,
  total_donated bigint not null default 0,
  total_earned bigint not null default 0,
  total_deposited bigint not null default 0,
  total_withdrawn bigint not null default 0,
  frozen boolean not null default false,
  constraint insufficient_funds check (impact >= 0 and available >= 0 and held >= 0),
  constraint known_stage check (stage between 0 and 10)
-- Room on each page for the next version of its rows, so that no index changes with a balance.
) with (fillfactor = 50);

grant select on programme to trefoil_app;
grant select, insert, update on purse to trefoil_app;
