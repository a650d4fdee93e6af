import { IN_SLICE, LAST_CHECK, LOG, touchedBalances, touchedWhere, type Invariant } from './invariants.ts'

/** Open, or ended since. Older ones were checked when they ended. */
const LATELY = `($1::bigint = 0 or w.ended_at is null or w.ended_at > ${LAST_CHECK})`

/** Invariants of deposits and withdrawals, each as queries for violations. */
export const WALLET_INVARIANTS: readonly Invariant[] = [
  {
    name: 'every credit from the chain has its log, and every log one credit',
    cost: 15,
    inJournals: `
      with credit as materialized (
        select id, amount, target_member, reference, ${LOG} as log from journal
        where ${IN_SLICE('id')} and reason = 'deposit' and reference like 'deposit/%'
      )
      select j.id from credit j left join deposit d on (d.chain_id, d.transaction, d.ordinal) = (log[2]::bigint, log[3], log[4]::int)
      where d.state is distinct from 'credited' or d.credited <> j.amount or d.member_id <> j.target_member
        or d.reference <> j.reference`,
    elsewhere: `
      select d.id from deposit d left join journal j on j.reference = d.reference
      where d.state = 'credited' and d.credited > 0 and j.id is null
        and ($1::bigint = 0 or d.credited_at > ${LAST_CHECK})
      union all
      select d.id from deposit d join journal j on j.reference = d.reference where d.state <> 'credited'`,
  },
  {
    name: 'what was credited and what is dust is what arrived',
    inFullOnly: true,
    elsewhere: `
      select count.chain_id from dust_count count left join (
        select chain_id, sum(remainder) as remainder from deposit where state = 'credited' group by chain_id
      ) deposits using (chain_id)
      where count.remainder is distinct from deposits.remainder
      union all
      select 0 from (select coalesce(sum(booked), 0) as booked from dust_count) counted,
        (select coalesce(sum(amount), 0) as booked from journal where reason = 'deposit' and reference like 'dust/%') posted
      where counted.booked <> posted.booked
      union all
      select id from deposit d, lateral (select (value - remainder) / nullif(credited, 0) as unit) counted
      where credited > 0 and (unit <> trunc(unit) or remainder >= unit) or credited = 0 and value <> remainder`,
  },
  {
    name: 'what is booked as dust has arrived',
    elsewhere: `
      select chain_id from dust_count join (select chain_id, max(decimals) as decimals from chain_setting group by chain_id) setting
        using (chain_id)
      where booked * 10::numeric ^ (decimals - 5) > remainder`,
  },
  {
    name: 'what is at deposit addresses is what arrived and was not swept',
    inFullOnly: true,
    elsewhere: `
      select scan.chain_id from scan where arrived <> (
          select coalesce(sum(value), 0) from deposit where chain_id = scan.chain_id and state in ('final', 'credited')
        ) + (
          select coalesce(sum(value), 0) from unmatched_transfer
          where chain_id = scan.chain_id and kind in ('too_large', 'former_member') and block_number <= final
        ) or swept <> (
          select coalesce(sum(value), 0) from reserve_transfer
          where chain_id = scan.chain_id and kind = 'sweep' and block_number <= final)`,
  },
  {
    name: 'what is on hold is what uncleared deposits brought',
    elsewhere: `
      select p.member_id from member_balance p
      where p.on_hold <> 0 and p.on_hold <> (
        select coalesce(sum(credited), 0) from deposit d where d.member_id = p.member_id and d.screening is not null)
      union all
      select d.member_id from deposit d join member_balance p using (member_id)
      where d.screening is not null and (p.on_hold = 0 or d.state <> 'credited')`,
  },
  {
    name: 'what is on hold was not returned',
    // An assignment that was reversed took from what can be returned, though others' money may have paid for it.
    elsewhere: `
      select p.member_id from member_balance p
      where p.on_hold <> 0 and p.on_hold > p.returnable + (
        select coalesce(sum(amount), 0) from journal
        where source_member = p.member_id and reason = 'reversal' and source = 'impact' and target_member = 0)`,
  },
  {
    name: 'what is held is what open withdrawals ask for',
    inJournals: `
      select p.member_id from ${touchedBalances(touchedWhere(`account = 'held'`))} p left join (
        select member_id, sum(amount) as amount from withdrawal where ended_at is null group by member_id
      ) open using (member_id)
      where p.held <> coalesce(open.amount, 0)
      union all
      select owner from system_account left join (
        select member_id as owner, sum(amount) as amount from withdrawal where ended_at is null and member_id <= 0 group by 1
      ) open using (owner)
      where account = 'held' and balance <> coalesce(open.amount, 0)`,
  },
  {
    name: 'every withdrawal was held once, and ended once, the way it says',
    cost: 11,
    elsewhere: `
      select w.id from withdrawal w
      left join journal held on held.reference = w.reference
      left join journal ended on ended.reference = w.reference || '/end'
      where ${LATELY} and ((held.reason, held.amount, held.source_member, held.source) is distinct from
          ('withdrawal_held'::journal_reason, w.amount, w.member_id, w.source)
        or ended.reason is distinct from (case w.state when 'paid' then 'withdrawal_paid'
          when 'refused' then 'withdrawal_released' when 'cancelled' then 'withdrawal_released' end)::journal_reason
        or ended.amount is distinct from (case when w.ended_at is null then null else w.amount end)
        or ended.source_member <> w.member_id
        or w.state in ('refused', 'cancelled') and not exists (
          select from entry e where (e.member_id, e.account) = (w.member_id, w.source) and e.journal_id = ended.id))`,
    inJournals: `
      select j.id from journal j left join withdrawal w on w.reference = regexp_replace(j.reference, '/end$', '')
      where ${IN_SLICE('j.id')} and j.reason in ('withdrawal_held', 'withdrawal_released', 'withdrawal_paid') and w.id is null`,
  },
  {
    name: 'every payout to a cause or of operations was agreed on by two persons, or was found on the chain',
    elsewhere: `
      select w.id from withdrawal w left join proposal p on p.id = w.proposal_id
      where w.member_id <= 0 and ${LATELY} and (p.kind = 'payout' and p.state = 'done' and p.decided_by <> p.proposed_by
          and (p.details ->> 'owner')::int = w.member_id and p.details ->> 'address' = w.address
          and (p.details ->> 'amount')::numeric * 100000 = w.amount) is not true
        and (w.proposal_id is not null or not exists (select from found_payment where withdrawal_id = w.id))
      union all
      select p.id from proposal p where p.kind = 'payout'
        and (p.state = 'done') <> exists (select from withdrawal w where w.proposal_id = p.id)`,
  },
  {
    name: 'every paid withdrawal has one payment, and every payment its withdrawal',
    elsewhere: `
      select w.id from withdrawal w
      where ${LATELY} and (select count(*) from sending where withdrawal_id = w.id and kind = 'payout' and state = 'done')
          + (select count(*) from found_payment where withdrawal_id = w.id)
        <> (case when w.state = 'paid' then 1 else 0 end)
      union all
      select nonce from sending s where s.transaction is not null
        and ($1::bigint = 0 or s.ended_at > ${LAST_CHECK}) and not exists (
        select from sending_attempt a where (a.signer, a.nonce, a.transaction) = (s.signer, s.nonce, s.transaction))`,
  },
  {
    name: 'no nonce is missing, and none was given out twice',
    elsewhere: `
      select 0 from (
        select *, case when $1::bigint = 0 then first_nonce else greatest(first_nonce, next_nonce - 1000) end as since
        from signer
      ) signer
      where next_nonce - since <> (select count(*) from sending where signer = address and nonce >= since)
          + (select coalesce(sum(last - greatest(first, since) + 1), 0) from nonce_gap
            where signer = address and last >= since)
        or exists (select from sending where signer = address and (nonce < first_nonce or nonce >= next_nonce))
        or exists (select from nonce_gap gap join sending on sending.signer = gap.signer
          and nonce between gap.first and gap.last where gap.signer = address)`,
  },
]
