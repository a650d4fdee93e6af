import { IN_SLICE, LAST_CHECK, LOG, type Invariant } from './invariants.ts'

/** The proposal that a journal `j` names, as `p`. Found by its number, and named in one way only. */
const PROPOSAL = `
  left join proposal p on p.id = case when starts_with(j.reference, 'proposal-') then
    case when j.reference ~ '^proposal-[0-9]{1,18}$' then substr(j.reference, 10)::bigint end end
    and j.reference = 'proposal-' || p.id`

const AGREED = `(p.state = 'done' and p.decided_by is not null and p.decided_by <> p.proposed_by)`

/** The reversal that a journal `j` belongs to, as two persons agreed, of what had come from the chain. */
const REVERSED_ASSIGNMENT = `
  select from reversal r join journal o on o.id = r.reverses join proposal p on p.id = r.proposal_id
  where j.id between r.first_journal and r.last_journal and o.reason = 'adjustment' and o.source = 'chain'
    and p.kind = 'reversal' and ${AGREED}`

/** In units. Below zero: taken away. */
const AGREED_AMOUNT = `((p.details ->> 'amount')::numeric * 100000)`

/** The member's account that is meant: an assignment goes into the impact balance. */
const AGREED_ACCOUNT = `(case p.details ->> 'account' when 'available' then 'available' else 'impact' end)::ledger_account`

/** Whether a journal `j` moved what its proposal `p` says, from where it says, to whom it says. */
const AS_AGREED = `
  case when p.kind = 'payment' then ${AGREED_AMOUNT} = j.amount and j.target_member = 0
    and (j.source_member, j.source) = (coalesce(p.member_id, 0),
      case when p.member_id is null then 'operations'::ledger_account else 'available' end)
  when p.kind = 'adjustment' and ${AGREED_AMOUNT} < 0 then -${AGREED_AMOUNT} = j.amount and j.target_member = 0
    and (j.source_member, j.source) = (p.member_id, ${AGREED_ACCOUNT})
  when p.kind in ('adjustment', 'assignment') then ${AGREED_AMOUNT} = j.amount and is_credited
    and j.source = case p.kind when 'assignment' then 'chain'::ledger_account else 'operations' end
  end`

/**
 * Journals that touch the chain as `j`, with what they took from its account, and what they gave to dust. Both by
 * `slice`, a condition upon the number of a journal.
 */
export const touching = (slice: (column: string) => string): string => `
  touching as materialized (
    select journal_id, -amount as amount from entry where ${slice('journal_id')} and member_id = 0 and account = 'chain'
  ), dust as (
    select journal_id, amount from entry where ${slice('journal_id')} and member_id = 0 and account = 'dust'
  ), j as materialized (
    select t.amount, j.id, j.reason, j.reference,
      case when j.reason = 'deposit' then ${LOG} end as log
    from touching t join journal j on j.id = t.journal_id
  )`

/** What `EVIDENCE` is asked of. */
export const EVIDENCE_ROWS = `
  left join deposit d on (d.chain_id, d.transaction, d.ordinal) = (j.log[2]::bigint, j.log[3], j.log[4]::int)
  left join dust on dust.journal_id = j.id and j.reason = 'deposit' and j.reference like 'dust/%'
  left join withdrawal w on w.reference = case when j.reason = 'withdrawal_paid'
    then regexp_replace(j.reference, '/end$', '') end
  ${PROPOSAL}`

/** What proves a journal that touches the chain: exactly one of these. */
export const EVIDENCE: readonly { readonly origin: string; readonly holds: string }[] = [
  {
    origin: 'credited deposits',
    holds: `d.state = 'credited' and d.credited = j.amount and d.reference = j.reference`,
  },
  { origin: 'dust', holds: 'dust.amount = j.amount' },
  { origin: 'paid withdrawals', holds: `w.state = 'paid' and w.amount = -j.amount` },
  {
    origin: 'proposals of two people',
    holds: `j.reason = 'adjustment' and ${AGREED}
      and j.amount = ${AGREED_AMOUNT} * case p.kind when 'assignment' then 1 when 'payment' then -1 end`,
  },
  { origin: 'proposals of two people', holds: `j.reason = 'reversal' and exists (${REVERSED_ASSIGNMENT})` },
]

/** Where every unit came from and where it went, each as queries for violations. */
export const PROVENANCE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'every journal that touches the chain has its evidence',
    cost: 12,
    inJournals: `
      with ${touching(IN_SLICE)}
      select j.id from j ${EVIDENCE_ROWS}
      where not exists (select from unproven_journal u where u.journal_id = j.id)
        and num_nonnulls(${EVIDENCE.map(({ holds }) => `case when ${holds} then 1 end`).join(', ')}) <> 1
      union all
      -- And a payment that two persons booked has left.
      select booked.id from proposal p join journal booked on booked.reference = 'proposal-' || p.id
      where p.kind = 'payment' and ${IN_SLICE('booked.id')} and booked.id not in (select journal_id from touching)`,
  },
  {
    name: 'every adjustment was agreed on by two persons, and every agreement is one journal',
    inJournals: `
      select j.id from journal j ${PROPOSAL}
      -- The limit keeps this to a look at the index for each.
      left join lateral (
        select true as is_credited from entry e
        where (e.member_id, e.account) = (p.member_id, ${AGREED_ACCOUNT}) and e.journal_id = j.id and e.amount > 0 limit 1
      ) credit on true
      where ${IN_SLICE('j.id')} and j.reason = 'adjustment'
        and not exists (select from unproven_journal u where u.journal_id = j.id)
        and not coalesce(${AGREED} and ${AS_AGREED}, false)`,
    elsewhere: `
      select p.id from proposal p left join journal j on j.reference = 'proposal-' || p.id and j.reason = 'adjustment'
      where p.kind in ('adjustment', 'assignment', 'payment') and (j.id is not null) <> (p.state = 'done')
        and ($1::bigint = 0 or p.state = 'open' or p.decided_at > ${LAST_CHECK})
      union all
      select p.id from proposal p where p.state = 'done' and not coalesce(${AGREED}, false)`,
  },
  {
    name: 'every address of our own, end of a recovery and accepted loss was agreed on by two persons',
    elsewhere: `
      select f.proposal_id from funding_address f left join proposal p on p.id = f.proposal_id
      where (${AGREED} and p.kind = 'funding_address' and p.details ->> 'change' = 'declare'
        and (p.details ->> 'address', p.details ->> 'name') = (f.address, f.name)) is not true
      union all
      -- As many as were declared and not retracted. The same address can be declared on several chains.
      select 0 from (
        select details ->> 'address' as address, sum(case details ->> 'change' when 'declare' then 1 else -1 end) as count
        from proposal where kind = 'funding_address' and state = 'done' group by 1
      ) agreed full join (select address, count(*) as count from funding_address group by 1) declared using (address)
      where coalesce(agreed.count, 0) <> coalesce(declared.count, 0)
      union all
      select coalesce(r.id, p.id) from (select * from recovery where ended_at is not null) r
      full join (select * from proposal where kind = 'recovery' and state = 'done') p on p.id = r.proposal_id
      where (${AGREED} and p.details ->> 'recovery' = r.id::text) is not true
      union all
      select coalesce(l.id, p.id) from (select * from lost_tail where accepted_at is not null) l
      full join (select * from proposal where kind = 'lost_tail' and state = 'done') p on p.id = l.proposal_id
      where (${AGREED} and p.details ->> 'lost_tail' = l.id::text) is not true
      union all
      -- What was not accepted still stops posting, and nothing else does.
      select coalesce(stopped_by, 0) from ledger_state
      where stopped_by is distinct from (select id from lost_tail where accepted_at is null)
      union all
      -- And members wait for a recovery that has not read the chain, and for nothing else.
      select 0 from ledger_state
      where recovering <> exists (select from recovery where ended_at is null and read_at is null)`,
  },
]
