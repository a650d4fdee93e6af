import type { Book } from '@trefoil/core/ledger/book'
import type { Journal } from '@trefoil/core/ledger/journal'
import { usd } from '@trefoil/core/money'
import type { ReversalFacts, ReversedDonation } from '@trefoil/core/programme/plan-reversal'
import type { Programme } from '@trefoil/core/programme/programme'
import type { Statement } from '../db/pipeline.ts'
import { numbers } from './columns.ts'
import { latestDonation } from './latest-donation.ts'

/** A journal to reverse, and the members it touches. It never changes. */
export type Original = { readonly id: bigint; readonly journal: Journal; readonly members: readonly number[] }

/** What no balance row says: read under the ledger's lock, or for a dry run. */
export const readReversalFacts: Statement = {
  name: 'reversal facts',
  text: `select exists (select from reversal where reverses = j.id) as is_reversed,
      coalesce((select id from (${latestDonation('j.source_member')}) latest) = j.id, false) as is_latest,
      array(select member from unnest($2::int[]) one (member)
        where coalesce((select id from (${latestDonation('member')}) latest), 0) < j.id) as open_windows,
      -- What the original took from the deposits that its source could return.
      greatest(returnable_before(j.source_member, debit.sequence) - debit.balance_after, 0)::text as taken,
      d.closed_stage, d.closed_last_donation::text, (d.closed_earned - coalesce(since.amount, 0))::text as closed_earned
    from journal j left join donation d on d.journal_id = j.id
    left join lateral (
      select sequence, balance_after from entry e
      where j.source = 'impact' and (e.member_id, e.account) = (j.source_member, 'impact') and e.journal_id = j.id limit 1
    ) debit on true
    -- Shares that counted in the closed window, and were taken back after it had closed.
    left join lateral (
      select sum(back.amount) as amount
      from journal back join reversal r on back.id between r.first_journal and r.last_journal
      join journal share on share.id = r.reverses and share.reason = 'donation'
      where back.source_member = j.source_member and back.reason = 'reversal' and back.source = 'available'
        and back.id > j.id and share.id < j.id
        and share.id > coalesce((select id from (${latestDonation('j.source_member', 'j.id')}) opened), 0)
    ) since on d.journal_id is not null
    where j.id = $1::bigint`,
}

export type ReversalRow = {
  is_reversed: boolean
  is_latest: boolean
  open_windows: number[]
  /** Null if it did not come from an impact balance. */
  taken: string | null
  closed_stage: number | null
  closed_last_donation: string | null
  closed_earned: string | null
}

export const reversalParameters = ({ id, members }: Original): [string, string] => [String(id), numbers(members)]

type Read = { row: ReversalRow | undefined; book: Book; programme: Programme }

export function reversalFactsFrom({ id, journal }: Original, { row, book, programme }: Read): ReversalFacts {
  if (!row) throw new Error(`The facts about journal ${id} were not read`)
  return {
    original: journal,
    isReversed: row.is_reversed,
    donation: donationFrom(journal, row, book),
    isWindowOpen: (member) => row.open_windows.includes(member),
    takenFromReturnable: usd(BigInt(row.taken ?? 0)),
    balance: (account) => book.spendable(account),
    programme,
  }
}

function donationFrom({ source }: Journal, row: ReversalRow, book: Book): ReversedDonation | null {
  if (row.closed_stage === null || !('member' in source)) return null
  return {
    donor: source.member,
    isLatest: row.is_latest,
    current: book.balances(source.member).window,
    closed: {
      stage: row.closed_stage,
      lastDonation: usd(BigInt(row.closed_last_donation ?? 0)),
      earned: usd(BigInt(row.closed_earned ?? 0)),
    },
  }
}
