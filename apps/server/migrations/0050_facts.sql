-- What members really got: made once a day, read by everybody, and never changed. A leaf of the log.
create table facts (
  id bigint primary key generated always as identity,
  day date not null constraint facts_once_a_day unique,
  made_at timestamptz not null default present(),
  -- JSON in its canonical form (RFC 8785), byte for byte as it is published.
  figures text not null
);

-- Of everybody who joined in one month: how they stood so many months after their own day of joining. Counted once, when
-- the last of them has been there for so long, so that nobody goes through the whole ledger every day.
create table facts_cohort (
  month date not null constraint first_of_a_month check (extract(day from month) = 1),
  months_after smallint not null constraint known_age check (months_after in (3, 6, 12)),
  people int not null,
  earned_nothing int not null,
  got_back_less int not null,
  primary key (month, months_after),
  constraint parts_of_all check (least(people, earned_nothing, got_back_less) >= 0
    and greatest(earned_nothing, got_back_less) <= people)
);

grant select, insert on facts, facts_cohort to trefoil_app;
