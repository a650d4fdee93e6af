import type { MemberId } from '@trefoil/core/ledger/account'
import type { EarningShare, Share } from '@trefoil/core/ledger/journal'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/database.ts'
import { olderThan, type Range } from '../db/paging.ts'

/** A journal as far as it counts in a figure. Amounts are in units. */
export type Counted = {
  journal: string
  position: string
  /** What it did to the member's account. */
  moved: string
  /** What it does to the figure. */
  counts: string
  share: Share | null
  /** Read, but not part of the figure. */
  hidden: boolean
}

/** Newest first: ranges of indexes, however long a history is. */
export type CountedSource = (tx: Tx, range: Range) => Promise<{ rows: Counted[] }>

const source =
  (query: (range: Range) => RawBuilder<Counted>): CountedSource =>
  (tx, range) =>
    query(range).execute(tx)

export const balanceEntries = (member: MemberId, account: 'impact' | 'available'): CountedSource[] => [
  source(
    ({ after, limit }) => sql<Counted>`
      select journal_id as journal, sequence as position, amount as moved, amount as counts, share, false as hidden
      from entry where member_id = ${member} and account = ${account}::ledger_account and ${olderThan('sequence', after)}
      order by sequence desc limit ${limit}`,
  ),
]

export const ownDonations = (member: MemberId): CountedSource[] => [
  source(
    ({ after, limit }) => sql<Counted>`
      select id as journal, id as position, -amount as moved, amount as counts, null as share, false as hidden
      from journal where source_member = ${member} and reason = 'donation' and ${olderThan('id', after)}
      order by id desc limit ${limit}`,
  ),
  // A journal for each share came back: all of them are one line, the first.
  source(
    ({ after, limit }) => sql<Counted>`
      select first_journal as journal, first_journal as position, o.amount as moved, -o.amount as counts, null as share,
        false as hidden
      from reversal join journal o on o.id = reverses
      where reversal.member_id = ${member} and o.reason = 'donation' and ${olderThan('first_journal', after)}
      order by first_journal desc limit ${limit}`,
  ),
]

/** What came from the chain. Deposits are found by their own table: the journal has no index for them. */
export const fromChain = (member: MemberId): CountedSource[] => [
  source(
    ({ after, limit }) => sql<Counted>`
      select j.id as journal, d.id as position, j.amount as moved, j.amount as counts, 'whole' as share, false as hidden
      from deposit d join journal j on j.reference = d.reference
      where d.member_id = ${member} and d.state = 'credited' and d.credited > 0 and ${olderThan('d.id', after)}
      order by d.id desc limit ${limit}`,
  ),
  source(
    ({ after, limit }) => sql<Counted>`
      select id as journal, id as position, amount as moved, amount as counts, 'whole' as share, false as hidden
      from journal where source_member = 0 and reason = 'adjustment' and source = 'chain' and target_member = ${member}
        and ${olderThan('id', after)}
      order by id desc limit ${limit}`,
  ),
  source(
    ({ after, limit }) => sql<Counted>`
      select back.id as journal, back.id as position, -back.amount as moved, -back.amount as counts, null as share,
        false as hidden
      from journal back ${withOriginal}
      where back.source_member = ${member} and back.reason = 'reversal' and o.reason = 'adjustment' and o.source = 'chain'
        and ${olderThan('back.id', after)}
      order by back.id desc limit ${limit}`,
  ),
]

export const toChain = (member: MemberId): CountedSource[] => [
  source(
    ({ after, limit }) => sql<Counted>`
      select id as journal, id as position, -amount as moved, amount as counts, null as share, false as hidden
      from journal where source_member = ${member} and reason = 'withdrawal_paid' and ${olderThan('id', after)}
      order by id desc limit ${limit}`,
  ),
  source(
    ({ after, limit }) => sql<Counted>`
      select id as journal, id as position, -amount as moved, amount as counts, null as share, false as hidden
      from journal where source_member = ${member} and reason = 'adjustment' and ${olderThan('id', after)}
        and exists (select from entry e where e.journal_id = journal.id and e.account = 'chain')
      order by id desc limit ${limit}`,
  ),
]

/** Of a query over the reversing journal `back`: the journal that it takes back. */
const withOriginal = sql`
  cross join lateral (
    select reverses from reversal where first_journal <= back.id order by first_journal desc limit 1
  ) taken
  join journal o on o.id = taken.reverses`

export type EarnedRange = {
  /** Sequences of the available balance's entries: from the first, up to the second, which is not included. */
  first: string
  end: string
  /** 2026-03, both included. */
  months: { from: string; to: string }
  shares: readonly EarningShare[]
  /** Shares of donations after this journal. */
  after: string
}

/** Shares that the member earned, and those of them that were taken back, in the month in which they were earned. */
export const earnedShares = (member: MemberId, { first, end, months, shares, after: since }: EarnedRange) => [
  source(
    ({ after, limit }) => sql<Counted>`
      select e.journal_id as journal, e.sequence as position, e.amount as moved, e.amount as counts, e.share,
        not (j.reason = 'donation' and e.amount > 0 and e.share::text = any(${shares}::text[])
          and ${inMonths('j.created_at', months)}) as hidden
      from entry e join journal j on j.id = e.journal_id
      where e.member_id = ${member} and e.account = 'available' and e.sequence >= ${first}::bigint
        and e.sequence < least(${end}::bigint, ${after ?? end}::bigint)
      order by e.sequence desc limit ${limit}`,
  ),
  source(
    ({ after, limit }) => sql<Counted>`
      select back.id as journal, back.id as position, -back.amount as moved, -back.amount as counts, null as share,
        false as hidden
      from journal back ${withOriginal}
      where back.source_member = ${member} and back.reason = 'reversal' and back.source = 'available'
        and o.reason = 'donation' and o.id > ${since}::bigint and ${inMonths('o.created_at', months)}
        and (select e.share::text from entry e where e.journal_id = back.id and e.amount > 0 limit 1) = any(${shares}::text[])
        and ${olderThan('back.id', after)}
      order by back.id desc limit ${limit}`,
  ),
]

const inMonths = (column: string, { from, to }: EarnedRange['months']) =>
  sql<boolean>`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM') between ${from} and ${to}`

/** The first entry of the available balance that is not before something; one past the last if all are. */
export async function firstEntry(tx: Tx, member: MemberId, isBefore: RawBuilder<boolean>): Promise<string> {
  const { rows } = await sql<{ first: string }>`
    with recursive search (low, high) as (
      select 1::bigint, available_sequence::bigint + 1 from member_balance where member_id = ${member}
      union all
      select case when met.is_before then middle + 1 else low end, case when met.is_before then high else middle end
      from search cross join lateral (select (low + high) / 2 as middle) halved
      cross join lateral (
        select ${isBefore} as is_before from entry e join journal j on j.id = e.journal_id
        where e.member_id = ${member} and e.account = 'available' and e.sequence = middle
      ) met
      where low < high
    )
    select low as first from search where low = high`.execute(tx)
  return rows[0]?.first ?? '1'
}
