import { LOG, type Invariant } from './invariants.ts'

/** The proposal that a journal `j` names, as `p`. */
const PROPOSAL = `
  left join proposal p on p.id = case when j.reference ~ '^proposal-[0-9]{1,9}$|^proposal-1[0-9]{9}$'
    then substr(j.reference, 10)::int end`

const AGREED = `(p.state = 'done' and p.decided_by is not null and p.decided_by <> p.proposed_by)`

/** The reversal that a journal `j` belongs to, as two persons agreed, of what had come from the chain. */
const REVERSED_ASSIGNMENT = `
  select from reversal r join journal o on o.id = r.reverses join proposal p on p.id = r.proposal_id
  where j.id between r.first_journal and r.last_journal and o.reason = 'adjustment' and o.source = 'chain'
    and p.kind = 'reversal' and ${AGREED}`

/** Kinds of proposals whose journal touches the chain. */
const OUTSIDE = `('assignment', 'payment')`

/**
 * Where every unit came from and where it went, each as a query for violations: $1 is the last journal that was checked
 * before, 0 for all.
 */
export const PROVENANCE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'every journal that touches the chain has its evidence',
    violations: `
      with touching as materialized (
        select journal_id, -amount as amount from entry where journal_id > $1 and member_id = 0 and account = 'chain'
      ), dust as (
        select journal_id, amount from entry where journal_id > $1 and member_id = 0 and account = 'dust'
      ), j as (
        select t.amount, j.id, j.reason, j.reference,
          case when j.reason = 'deposit' then ${LOG} end as log
        from touching t join journal j on j.id = t.journal_id
      )
      select j.id from j
      left join deposit d on (d.chain_id, d.transaction, d.ordinal) = (j.log[2]::bigint, j.log[3], j.log[4]::int)
      left join dust on dust.journal_id = j.id and j.reason = 'deposit' and j.reference like 'dust/%'
      left join withdrawal w on w.reference = case when j.reason = 'withdrawal_paid'
        then regexp_replace(j.reference, '/end$', '') end
      ${PROPOSAL}
      where not exists (select from unproven_journal u where u.journal_id = j.id)
        and num_nonnulls(
          case when d.state = 'credited' and d.credited = j.amount then 1 end,
          case when dust.amount = j.amount then 1 end,
          case when w.state = 'paid' and w.amount = -j.amount then 1 end,
          case when ${AGREED} and p.kind in ${OUTSIDE} then 1 end,
          case when j.reason = 'reversal' and exists (${REVERSED_ASSIGNMENT}) then 1 end) <> 1`,
  },
  {
    name: 'every adjustment was agreed on by two persons, and every agreement is one journal',
    violations: `
      select j.id from journal j ${PROPOSAL}
      where j.id > $1 and j.reason = 'adjustment'
        and not exists (select from unproven_journal u where u.journal_id = j.id)
        and not coalesce(${AGREED} and p.kind in ('adjustment', 'assignment', 'payment')
          and coalesce(p.member_id, 0) in (j.source_member, j.target_member)
          and abs((p.details ->> 'amount')::numeric) * 100000 = j.amount, false)
      union all
      select p.id from proposal p left join journal j on j.reference = 'proposal-' || p.id
      where p.kind in ('adjustment', 'assignment', 'payment') and (j.id is not null) <> (p.state = 'done')
        and ($1::bigint = 0 or p.state = 'open' 
          or p.decided_at > (select least(now(), created_at) - interval '1 hour' from journal where id = $1))
      union all
      select p.id from proposal p where p.state = 'done' and not coalesce(${AGREED}, false)`,
  },
]
