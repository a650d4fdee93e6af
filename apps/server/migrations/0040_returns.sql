-- A deposit that was not spent can be returned: how much that is, is kept with the balance (packages/core, returnable.ts).

alter table member_balance add column returnable bigint not null default 0;

-- By how much the original had lowered it, and what it rises by again.
alter table reversal add column restored bigint not null default 0,
  add constraint restores_no_less_than_nothing check (restored >= 0);

-- The rule of returnable.ts. `is_deposit`: the other side is the chain, or what is held for a return.
create function returnable_after(before bigint, amount bigint, balance_after bigint, is_deposit boolean, restored bigint)
returns bigint language plpgsql immutable parallel safe as $$
begin
  return case when amount < 0 then least(greatest(case when is_deposit then before + amount else before end, 0), balance_after)
    else greatest(case when is_deposit then before + amount else before end, 0) end + restored;
end $$;

-- Over the entries of one impact balance, in their order.
create aggregate returnable_of(amount bigint, balance_after bigint, is_deposit boolean, restored bigint) (
  sfunc = returnable_after, stype = bigint, initcond = '0', parallel = safe
);

-- What a member could return before the impact balance's entry of this number.
create function returnable_before(whose int, number bigint) returns bigint language sql stable as $$
  select coalesce(returnable_of(e.amount, e.balance_after,
    case when e.amount > 0 then j.source in ('chain', 'held')
    when j.reason = 'adjustment' then exists (select from entry o where o.journal_id = j.id and o.account = 'chain')
    else j.reason = 'withdrawal_held' or j.reason = 'reversal' and j.target_member = 0 end,
    coalesce(r.restored, 0) order by e.sequence), 0)
  from entry e join journal j on j.id = e.journal_id left join reversal r on (r.last_journal, r.member_id) = (e.journal_id, e.member_id)
  where e.member_id = whose and e.account = 'impact' and e.sequence < number
$$;

-- Of what was reversed so far, the earliest first.
do $$
declare one record;
begin
  for one in
    select r.reverses, e.member_id, e.sequence, e.balance_after from reversal r
    join entry e on e.journal_id = r.reverses and e.member_id = r.member_id and e.account = 'impact' and e.amount < 0
    order by r.first_journal
  loop
    update reversal set restored = greatest(returnable_before(one.member_id, one.sequence) - one.balance_after, 0)
    where reverses = one.reverses;
  end loop;
end $$;

update member_balance b set returnable = replayed.returnable from (
  select e.member_id, returnable_of(e.amount, e.balance_after, own.journal_id is not null, coalesce(r.restored, 0)
    order by e.sequence) as returnable
  from entry e
  left join (select journal_id from entry where account in ('chain', 'held')) own using (journal_id)
  left join reversal r on (r.last_journal, r.member_id) = (e.journal_id, e.member_id) and r.restored > 0
  where e.account = 'impact' group by e.member_id
) replayed
where b.member_id = replayed.member_id and replayed.returnable > 0;

alter table member_balance add constraint returnable_is_covered check (returnable between 0 and impact);

-- Where the money of a withdrawal was, and where it goes back to. `impact`: a deposit that is returned.
alter table withdrawal add column source ledger_account not null default 'available',
  add constraint known_source check (source in ('available', 'impact'));
