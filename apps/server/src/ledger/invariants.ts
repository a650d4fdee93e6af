import { ALLOWED_MOVE } from './allowed-moves.ts'
import { latestDonation } from './latest-donation.ts'

/**
 * A statement about the books that always holds, as queries for violations. $1 and $2 are the last journal and member
 * already checked, 0 for a full check. Earlier rows need no second check, because nothing written ever changes.
 */
export type Invariant = {
  readonly name: string
  /**
   * Among the journals after $1 up to $3, and in whatever they touched. It has to hold for every slice by itself,
   * wherever one ends, and at any later moment.
   */
  readonly inJournals?: string
  /** In what no journal leads to: new members, what changed since $1 was written, and small tables as a whole. */
  readonly elsewhere?: string
  /** Compares whole histories, which is too slow for every minute. */
  readonly inFullOnly?: true
  /** Seconds for ten million journals, roughly: what takes long begins first, so that a run ends with short ones. */
  readonly cost?: number
  /** A full check, too, looks at its journals in slices, so that they fit into memory. */
  readonly inSlices?: true
}

/** Of journals and of what belongs to them. */
export const IN_SLICE = (column: string) => `${column} > $1 and ${column} <= $3`

/**
 * Some time before the last journal that was checked: clocks and long transactions may differ by so much. Only
 * `elsewhere`, which takes $1 for the newest journal of its own last check.
 */
export const LAST_CHECK = `(select least(now(), created_at) - interval '1 hour' from journal where id <= $1 order by id desc limit 1)`

/**
 * Chain, transaction and ordinal in the reference of a credited deposit: its log is then found by its key. Numbers can be
 * written in several ways, so the log's own reference has to be compared as well.
 */
export const LOG = `case when reference ~ '^deposit/[0-9]{1,18}/[^/]+/[0-9]{1,9}$' then string_to_array(reference, '/') end`

/**
 * An entry's place among all, by account and sequence number, as one number: it sorts three times as fast as the three. There
 * is room for 2^30 entries in each account of a member, for 2^36 in each of a cause, and for 2^59 in each of the system's.
 */
const PLACE = `case when member_id > 0
    then member_id::bigint * 4 + case account when 'impact' then 0 when 'available' then 1 else 2 end << 30
  when member_id < 0 then (-16::bigint << 59) - (member_id::bigint * 2 + case account when 'cause' then 0 else 1 end << 36)
  else case account when 'chain' then -1::bigint when 'operations' then -3 when 'dust' then -4 when 'held' then -5
    else -6 end << 59 end + sequence`
const HAS_ROOM = `sequence < 1::bigint << case when member_id > 0 then 30 when member_id < 0 then 36 else 59 end`

/**
 * The balances of everybody whom these journals touched, or of some of them. In a full check simply all, because somebody
 * may have a balance without any entry. The limit keeps this to a look at the index for each, instead of a join with all
 * balances.
 */
export const touchedBalances = (members = touchedWhere('true')) => `(
  select * from member_balance where $1::bigint = 0
  union all
  select balances.* from (${members}) touched
  cross join lateral (select * from member_balance b where b.member_id = touched.member_id limit 1) balances
)`

export const touchedWhere = (which: string) =>
  `select distinct member_id from entry where ${IN_SLICE('journal_id')} and $1::bigint > 0 and ${which}`

/**
 * A share as one number. Sums of shares that differ are different but for one chance in 2^64, and comparing sums takes half
 * as long as comparing shares one by one. As a float: `hashint8extended` folds its argument to 32 bits first, so that
 * different amounts could collide under every seed.
 */
const shareHash = (member: string, amount: string) =>
  `hashfloat8extended(${amount}, hashenumextended(share, (${member})::bigint # (select value from seed)))`

/** Whose windows a donation opened, or its reversal opened again. */
const DONORS = `
  select member_id from donation where ${IN_SLICE('journal_id')} and $1::bigint > 0
  union select member_id from reversal where ${IN_SLICE('first_journal')} and $1::bigint > 0`

export const INVARIANTS: readonly Invariant[] = [
  {
    name: 'every journal balances, from one source, between accounts that its reason allows',
    cost: 40,
    inSlices: true,
    inJournals: `
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
    cost: 50,
    inJournals: `
      select e.journal_id from (
        select *, (place_before = place - 1 and ${HAS_ROOM}) is not true as is_first from (
          select *, lag(place) over own as place_before, lag(balance_after) over own as balance_before,
            lag(journal_id) over own as journal_before
          from (select *, ${PLACE} as place from entry where ${IN_SLICE('journal_id')}) placed window own as (order by place)
        ) numbered
      ) e
      -- An account's first entry in this slice continues one of an earlier slice. The limit keeps this to a look at
      -- the index for each of them, instead of a join with all entries. So it does below.
      left join lateral (
        select * from entry before where e.is_first and e.sequence > 1
          and (before.member_id, before.account, before.sequence) = (e.member_id, e.account, e.sequence - 1) limit 1
      ) checked on true
      where (e.is_first or e.balance_after <> e.balance_before + e.amount or e.journal_before > e.journal_id)
        and (not e.is_first or e.balance_after <> coalesce(checked.balance_after, 0) + e.amount
          or e.sequence <> coalesce(checked.sequence, 0) + 1 or checked.journal_id > e.journal_id)`,
  },
  {
    name: 'every donation is explained, share by share',
    cost: 60,
    inSlices: true,
    inJournals: `
      -- Another one in each check, so that nobody can choose shares that add up to the same.
      with seed as materialized (select (random() * 2 ^ 62)::bigint as value)
      select coalesce(j.id, given.journal_id, posted.journal_id)
      from (select id, source_member, amount from journal where reason = 'donation' and ${IN_SLICE('id')}) j
      full join (
        select journal_id, member_id, parts.* from donation, lateral (
          select sum(paid) as paid,
            sum(${shareHash(`case share when 'cause' then -cause_id else coalesce(member, 0) end`, 'paid')})
              filter (where paid <> 0) as shares,
            bool_or(paid is null or share <> 'cause' and (paid > due or (paid < due) <> (cut is not null))) as is_odd
          from unnest(divided_shares(), division_members, division_due, division_paid, division_cuts)
            as part (share, member, due, paid, cut)
        ) parts where ${IN_SLICE('journal_id')}
      ) given on given.journal_id = j.id
      full join (
        select journal_id, sum(${shareHash('member_id', 'amount')}) as shares,
          bool_or(account <> case share when 'cause' then 'cause'::ledger_account when 'operations' then 'operations'
            else 'available' end) as is_misplaced
        from entry
        -- A share that was taken back is the donor's impact again. A join with donations would be a loop over entries
        -- whenever the newest are not in the statistics yet.
        where ${IN_SLICE('journal_id')} and amount > 0 and share not in ('whole', 'dust') and account <> 'impact'
        group by journal_id
      ) posted on posted.journal_id = given.journal_id
      where j.id is null or given.journal_id is null or j.source_member <> given.member_id or is_odd or is_misplaced
        -- So nothing else was paid out of it, since every journal balances.
        or j.amount is distinct from given.paid or given.shares is distinct from posted.shares`,
  },
  {
    name: "every balance is its last entry's",
    cost: 16,
    inJournals: `
      with own as (
        select member_id, account, balance, sequence from ${touchedBalances()} p
        cross join lateral (values ('impact'::ledger_account, impact, impact_sequence),
          ('available', available, available_sequence), ('held', held, held_sequence)) own (account, balance, sequence)
        union all
        select owner, account, balance, sequence from system_account
      )
      select own.member_id from own left join lateral (
        select * from entry where (member_id, account) = (own.member_id, own.account) order by sequence desc limit 1
      ) e on true
      where own.sequence <> coalesce(e.sequence, 0) or own.balance <> coalesce(e.balance_after, 0)`,
  },
  {
    name: 'nobody is overdrawn',
    cost: 5,
    inJournals: `
      select journal_id from entry where ${IN_SLICE('journal_id')} and balance_after < 0 and account <> 'chain'
      -- Of those who were touched, entries are enough: a balance is its last entry's.
      union all select member_id from member_balance where $1::bigint = 0 and least(impact, available, held) < 0
      union all select 0 from system_account where balance < 0 and account <> 'chain'`,
  },
  {
    name: 'money is conserved',
    inFullOnly: true,
    elsewhere: `
      select 1 from (select coalesce(sum(impact + available + held), 0) as sum from member_balance) members,
        (select sum(balance) as sum from system_account) system
      where members.sum + system.sum <> 0`,
  },
  {
    name: 'the months of a history add up to its entries',
    inFullOnly: true,
    elsewhere: `
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
    cost: 6,
    // Rules may change within a window, so this uses the most generous ones in force since it opened.
    inJournals: `
      select p.member_id from ${touchedBalances(touchedWhere(`share not in ('whole', 'dust')`))} p
      left join lateral (${latestDonation('p.member_id')}) opened on true
      where p.stage_balance > coalesce((
        select max(floor(p.last_donation * (rules -> 'stages' -> (p.stage - 1) ->> 'earning_multiplier')::numeric))
        from programme where version >= opened.rule_version), 0)`,
  },
  {
    name: 'no stage is skipped, and each window continues the one before',
    cost: 18,
    inJournals: `
      select d.journal_id from donation d
      left join lateral (
        select earlier.stage, j.amount from journal j join donation earlier on earlier.journal_id = j.id
        where j.source_member = d.member_id and j.reason = 'donation' and j.id < d.journal_id
          and not exists (select from reversal where reverses = j.id and first_journal < d.journal_id)
        order by j.id desc limit 1
      ) before on true
      where ${IN_SLICE('d.journal_id')} and (d.closed_stage <> coalesce(before.stage, 0)
        or d.closed_last_donation <> coalesce(before.amount, 0) or d.stage - d.closed_stage not in (0, 1))
      union all
      select p.member_id from ${touchedBalances(DONORS)} p
      left join lateral (${latestDonation('p.member_id')}) latest on true
      where p.stage <> coalesce(latest.stage, 0) or p.last_donation <> coalesce(latest.amount, 0)`,
  },
  {
    name: 'the tree is a tree',
    elsewhere: `
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
    elsewhere: `
      with recursive climb as (
        select id, sponsor, upline from member where id > $2 and sponsor is not null
        union all
        select climb.id, climb.sponsor, higher.upline from climb join member higher on higher.id = climb.upline[10]
        where climb.sponsor <> all (climb.upline)
      )
      select id from climb where sponsor <> all (upline) and upline[10] is null`,
  },
]
