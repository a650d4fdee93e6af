import type { Invariant } from './invariants.ts'

/** After every journal and entry there can be. */
const END_OF_TIME = '9223372036854775807'

/** Everything a balance row keeps beside its balances, with one look at the entries: they are many. */
export const TOTAL_INVARIANTS: readonly Invariant[] = [
  {
    name: 'totals are sums over the ledger, and what can be returned is what was deposited and not spent',
    cost: 40,
    inFullOnly: true,
    // Whoever had all deposits before the first debit needs no order: the lowest balance since, or all of them, can be
    // returned. Everybody else's entries are replayed.
    elsewhere: `
      with side as (
        select source_member as member_id, amount as donated, null::bigint as earned, null::bigint as deposited,
          null::bigint as withdrawn, null::bigint as lowest, null::bigint as first_debit, null::bigint as last_deposit
        from journal where reason = 'donation'
        union all
        -- A share that comes back goes to the donor's other account.
        select member_id, null, case account when 'available' then amount end, null, null,
          case account when 'impact' then balance_after end, case account when 'impact' then journal_id end, null
        from entry where amount > 0 and account = 'available' and share not in ('whole', 'dust')
          or amount < 0 and account = 'impact'
        union all
        -- It was neither given nor earned. The journals are enough for it: a reversal has one for each share.
        select sides.*, null, null, null from reversal r join journal o on o.id = r.reverses and o.reason = 'donation'
        join journal back on back.id between r.first_journal and r.last_journal, lateral (values
          (r.member_id, -back.amount, null::bigint, null::bigint, null::bigint),
          (back.source_member, null, case when back.source = 'available' then -back.amount end, null, null)) sides
        union all
        -- The chain's own entries say what came from it and went there. Their journals have no third one.
        select case when from_chain > 0 then target_member else source_member end, null, null,
          case when (from_chain > 0) = (reason <> 'reversal') then from_chain end,
          case when (from_chain < 0) = (reason <> 'reversal') then -from_chain end,
          null, null, case when reason = 'adjustment' then ${END_OF_TIME} when from_chain > 0 or source = 'impact' then id end
        from journal join (
          select journal_id as id, -amount as from_chain from entry where (member_id, account) = (0, 'chain')
        ) chain using (id)
        union all
        -- Whatever else changes what can be returned: returns, and what reversals restore. An adjustment may.
        select member_id, null, null, null, null, null, null, ${END_OF_TIME} from withdrawal where source = 'impact'
        union all
        select member_id, null, null, null, null, null, null, ${END_OF_TIME} from reversal where restored > 0
      )
      select p.member_id from member_balance p left join (
        select member_id, sum(donated) as donated, sum(earned) as earned, sum(deposited) as deposited,
          sum(withdrawn) as withdrawn, min(lowest) as lowest,
          max(last_deposit) > coalesce(min(first_debit), ${END_OF_TIME} - 1) as needs_order
        from side group by member_id
      ) sums using (member_id)
      where (total_donated, total_earned, total_deposited, total_withdrawn) is distinct from
        (coalesce(donated, 0), coalesce(earned, 0), coalesce(deposited, 0), coalesce(withdrawn, 0))
        or returnable is distinct from case when needs_order then returnable_before(p.member_id, ${END_OF_TIME})
          else least(coalesce(deposited, 0), lowest) end`,
  },
]
