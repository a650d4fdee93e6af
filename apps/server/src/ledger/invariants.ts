import { ALLOWED_MOVE } from './allowed-moves.ts'
import { latestDonation } from './latest-donation.ts'

/**
 * A statement about the books that always holds, as a query for violations. $1 and $2 are the last journal and member
 * already checked, 0 for a full check. Earlier rows need no second check, because nothing written ever changes. $3 is
 * the last journal to check.
 */
export type Invariant = {
  readonly name: string
  readonly violations: string
  /** Compares whole histories, which is too slow for every minute. */
  readonly inFullOnly?: true
  /** Concerns each journal by itself, from $1 to $3: checked in slices that fit into memory. */
  readonly inSlices?: true
}

/** In slices: of journals and of what belongs to them. */
const IN_SLICE = (column: string) => `${column} > $1 and ${column} <= $3`

/**
 * Chain, transaction and ordinal in the reference of a credited deposit: its log is then found by its key. Numbers can be
 * written in several ways, so the log's own reference has to be compared as well.
 */
export const LOG = `case when reference ~ '^deposit/[0-9]{1,18}/[^/]+/[0-9]{1,9}$' then string_to_array(reference, '/') end`

const TOUCHED = `($1::bigint = 0 or member_id in (select member_id from entry where journal_id > $1))`

/** The slowest first: a run that checks several at once then ends with short ones. */
export const INVARIANTS: readonly Invariant[] = [
  {
    name: 'every journal balances, from one source, between accounts that its reason allows',
    inSlices: true,
    violations: `
      select coalesce(j.id, e.journal_id) from (select * from journal where ${IN_SLICE('id')}) j
      full join (
        select journal_id, sum(amount) as sum, -min(amount) as debit, count(*) as entries,
          count(*) filter (where amount < 0) as debits,
          max(member_id) filter (where amount < 0) as payer, max(account) filter (where amount < 0) as source,
          max(member_id) filter (where amount > 0) as payee, max(account) filter (where amount > 0) as target
        from entry where ${IN_SLICE('journal_id')} group by journal_id
      ) e on e.journal_id = j.id
      where e.sum is distinct from 0 or e.debits is distinct from 1 or e.debit is distinct from j.amount
        or (e.payer, e.source) is distinct from (j.source_member, j.source)
        or (${ALLOWED_MOVE}) is not true and not exists (select from unproven_journal u where u.journal_id = j.id)`,
  },
  {
    name: 'every entry continues its account',
    violations: `
      select e.journal_id from (
        select * from (
          select *, lag(sequence) over own as sequence_before, lag(balance_after) over own as balance_before,
            lag(journal_id) over own as journal_before
          from entry where journal_id > $1 window own as (partition by member_id, account order by sequence)
        ) numbered
        where balance_after <> coalesce(balance_before, 0) + amount or sequence <> coalesce(sequence_before, 0) + 1
          or journal_before > journal_id
      ) e
      -- An account's first new entry may continue one that an earlier run has checked. The limit keeps this to a look at
      -- the index for each of them, instead of a join with all entries. So it does below.
      left join lateral (
        select * from entry before where e.sequence_before is null
          and (before.member_id, before.account, before.sequence) = (e.member_id, e.account, e.sequence - 1) limit 1
      ) checked on true
      where e.balance_after <> coalesce(e.balance_before, checked.balance_after, 0) + e.amount
        or e.sequence <> coalesce(e.sequence_before, checked.sequence, 0) + 1
        or coalesce(e.journal_before, checked.journal_id) > e.journal_id`,
  },
  {
    name: 'every donation is explained, share by share',
    inSlices: true,
    violations: `
      select coalesce(explained.journal_id, posted.journal_id) from (
        select d.journal_id, share, coalesce(member, 0) as member_id, due, paid, cut, paid > 0 as is_posted
        from donation d, json_to_recordset(division) as row (share text, member int, due numeric, paid numeric, cut text)
        where ${IN_SLICE('d.journal_id')}
      ) explained full join (
        select journal_id, e.share::text as share, e.member_id, e.amount, true as is_posted,
          e.account <> case e.share when 'cause' then 'cause'::ledger_account when 'operations' then 'operations'
            else 'available' end as is_misplaced
        from entry e join donation d using (journal_id) where ${IN_SLICE('e.journal_id')} and e.amount > 0
      ) posted using (journal_id, share, member_id, is_posted)
      where (is_posted and explained.paid * 100000 is distinct from posted.amount) or explained.paid < 0 or is_misplaced
        or (share <> 'cause' and (explained.paid > due or (explained.paid < due) <> (cut is not null)))
      union all select coalesce(j.id, d.journal_id) from (select * from journal where reason = 'donation' and ${IN_SLICE('id')}) j
        full join (select * from donation where ${IN_SLICE('journal_id')}) d on d.journal_id = j.id
        where j.id is null or d.journal_id is null or j.source_member <> d.member_id`,
  },
  {
    name: "every balance is its last entry's",
    violations: `
      with own as (
        select member_id, account, balance, sequence from (select * from member_balance where ${TOUCHED}) p
        cross join lateral (values ('impact'::ledger_account, impact, impact_sequence),
          ('available', available, available_sequence), ('held', held, held_sequence)) own (account, balance, sequence)
      ), newest as (
        select member_id, account, max(sequence) as sequence from entry where journal_id > $1 group by 1, 2
      )
      select own.member_id from own left join newest using (member_id, account)
      -- Without a new entry, the row must match its last one, found by sequence number.
      left join lateral (
        select * from entry where (member_id, account, sequence)
          = (own.member_id, own.account, coalesce(newest.sequence, own.sequence)) limit 1
      ) e on true
      left join lateral (
        select * from entry where newest.sequence is null
          and (member_id, account, sequence) = (own.member_id, own.account, own.sequence + 1) limit 1
      ) beyond on true
      where own.sequence <> coalesce(e.sequence, 0) or own.balance <> coalesce(e.balance_after, 0)
        or beyond.sequence is not null
      union all
      select 0 from system_account s left join entry e
        on (e.member_id, e.account, e.sequence) = (0, s.account, s.sequence)
      where s.balance <> coalesce(e.balance_after, 0) or (e.sequence is null) <> (s.sequence = 0)`,
  },
  {
    name: 'nobody is overdrawn',
    violations: `
      select journal_id from entry where journal_id > $1 and balance_after < 0 and account <> 'chain'
      union all select member_id from member_balance where ${TOUCHED} and least(impact, available, held) < 0
      union all select 0 from system_account where balance < 0 and account <> 'chain'`,
  },
  {
    name: 'money is conserved',
    inFullOnly: true,
    violations: `
      select 1 from (select coalesce(sum(impact + available + held), 0) as sum from member_balance) members,
        (select sum(balance) as sum from system_account) system
      where members.sum + system.sum <> 0`,
  },
  {
    name: 'totals are sums over the ledger',
    inFullOnly: true,
    violations: `
      -- Donations in two plain sums, because most entries are theirs: what was given, by journal, and earned, by entry.
      with side as (
        select source_member as member_id, amount as donated, null::bigint as earned, null::bigint as deposited,
          null::bigint as withdrawn
        from journal where reason = 'donation'
        union all
        select member_id, null, amount, null, null from entry
        where amount > 0 and member_id > 0 and share not in ('whole', 'dust', 'cause', 'operations')
          and journal_id not in (select id from journal where reason = 'reversal')
        union all
        -- What is neither a share nor from or to the chain adds to no total.
        select sides.* from (
          select credit.amount * case when reason = 'reversal' then -1 else 1 end as amount, credit.share,
            case when reason = 'reversal' then credit.account else source end as source,
            case when reason = 'reversal' then credit.member_id else source_member end as payer,
            case when reason = 'reversal' then source else credit.account end as target,
            case when reason = 'reversal' then source_member else credit.member_id end as payee, reason
          from entry credit join journal on journal.id = credit.journal_id
          where credit.amount > 0 and reason not in ('transfer', 'donation')
            and (credit.share not in ('whole', 'dust') or source = 'chain' or credit.account = 'chain')
        ) move, lateral (values
          (payer, case when share not in ('whole', 'dust') then amount end, null, null,
            case when target = 'chain' then amount end),
          (payee, null, case when reason = 'reversal' and share not in ('whole', 'dust', 'cause', 'operations')
            then amount end, case when source = 'chain' then amount end, null)
        ) sides (member_id, donated, earned, deposited, withdrawn)
      )
      select p.member_id from member_balance p left join (
        select member_id, sum(donated) as donated, sum(earned) as earned, sum(deposited) as deposited,
          sum(withdrawn) as withdrawn
        from side group by member_id
      ) sums using (member_id)
      where (total_donated, total_earned, total_deposited, total_withdrawn) is distinct from
        (coalesce(donated, 0), coalesce(earned, 0), coalesce(deposited, 0), coalesce(withdrawn, 0))`,
  },
  {
    name: 'the months of a history add up to its entries',
    inFullOnly: true,
    violations: `
      select coalesce(month.member_id, counted.member_id)
      from (select member_id, sum(entries) as entries, sum(amount) as amount from entry_month group by member_id) month
      full join (
        select e.member_id, count(*) as entries, sum(abs(e.amount)) as amount
        from activity_summed s join entry e
          on e.member_id = s.account_id and e.account::text = s.origin and e.sequence <= s.upto
        join journal j on j.id = e.journal_id
        where not (e.account = 'impact' and e.amount > 0 and j.reason = 'transfer' and j.source = 'available')
        group by e.member_id
      ) counted using (member_id)
      where (month.entries, month.amount) is distinct from (counted.entries, counted.amount)`,
  },
  {
    name: 'nobody earned past a threshold',
    // Rules may change within a window, so this uses the most generous ones in force since it opened.
    violations: `
      select p.member_id from (select * from member_balance where ${TOUCHED}) p
      left join lateral (${latestDonation('p.member_id')}) opened on true
      where p.stage_balance > coalesce((
        select max(floor(p.last_donation * (rules -> 'stages' -> (p.stage - 1) ->> 'earning_multiplier')::numeric))
        from programme where version >= opened.rule_version), 0)`,
  },
  {
    name: 'no stage is skipped, and each window continues the one before',
    violations: `
      select d.journal_id from donation d
      left join lateral (
        select earlier.stage, j.amount from journal j join donation earlier on earlier.journal_id = j.id
        where j.source_member = d.member_id and j.reason = 'donation' and j.id < d.journal_id
          and not exists (select from reversal where reverses = j.id and first_journal < d.journal_id)
        order by j.id desc limit 1
      ) before on true
      where d.journal_id > $1 and (d.closed_stage <> coalesce(before.stage, 0)
        or d.closed_last_donation <> coalesce(before.amount, 0) or d.stage - d.closed_stage not in (0, 1))
      union all
      select p.member_id from (select * from member_balance where ${TOUCHED}) p
      left join lateral (${latestDonation('p.member_id')}) latest on true
      where p.stage <> coalesce(latest.stage, 0) or p.last_donation <> coalesce(latest.amount, 0)`,
  },
  {
    name: 'the tree is a tree',
    violations: `
      select m.id from member m left join member above on above.id = m.parent
      where m.id > $2 and (m.depth <> coalesce(above.depth + 1, 0)
        or m.upline <> (case when m.parent is null then array[]::int[] else (above.id || above.upline)[1:10] end))
      union all
      select 0 from (select count(*) as count from member where parent is null) roots where count > 1
      union all
      select m.id from member m left join member_balance on member_balance.member_id = m.id where m.id > $2 and member_balance.member_id is null`,
  },
  {
    name: 'every sponsor is an ancestor',
    // Climbs ten levels per step: few sponsors are further up.
    violations: `
      with recursive climb as (
        select id, sponsor, upline from member where id > $2 and sponsor is not null
        union all
        select climb.id, climb.sponsor, higher.upline from climb join member higher on higher.id = climb.upline[10]
        where climb.sponsor <> all (climb.upline)
      )
      select id from climb where sponsor <> all (upline) and upline[10] is null`,
  },
]
