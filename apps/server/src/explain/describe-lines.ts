import type { ExplainedLine } from '@trefoil/contract/explain'
import type { AccountRole } from '@trefoil/contract/shapes'
import type { MemberId } from '@trefoil/core/ledger/account'
import { toDollars, usd } from '@trefoil/core/money'
import type { DivisionRecord } from '@trefoil/core/programme/division'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { readMasks, seenDonor } from '../members/person.ts'
import { CAUSE } from '../reports/activities.ts'
import { describeEntry, shareName, type EntryFacts } from '../reports/describe-entry.ts'
import { meaningOfEntry } from '../reports/entry-meaning.ts'
import { describeOriginal, meaningOfReversal, readOriginals } from '../reports/reversals.ts'
import type { Counted } from './counted.ts'
import { say } from './say.ts'

type Row = Omit<EntryFacts, 'why' | 'original'> & {
  at: Date
  journal: string
  rule_version: number
  is_referral: boolean | null
  /** Of the whole journal. */
  whole: string
  /** The member's own row of the division that a share came from. */
  division: DivisionRecord[number] | null
}

/** The lines of one page, in its order. */
export async function describeLines(tx: Tx, member: MemberId, counted: readonly Counted[]): Promise<ExplainedLine[]> {
  if (counted.length === 0) return []
  const masks = await readMasks(tx)
  const { rows } = await sql<Row>`
    select j.created_at as at, j.id as journal, j.rule_version, j.amount as whole, e.amount, e.share, j.reason, j.source,
      a.name as other, m.sponsor = ${member} as is_referral,
      exists (select from reversal where reverses = j.id) as reversed, ${CAUSE} as cause,
      case when j.reason = 'donation' and e.amount > 0 then (
        select part from donation given, json_array_elements(division_of(given)) part
        where given.journal_id = j.id and part ->> 'share' = e.share::text
      ) end as division
    from unnest(${counted.map(({ journal }) => journal)}::bigint[], ${counted.map(({ moved }) => moved)}::bigint[],
      ${counted.map(({ share }) => share)}::entry_share[]) with ordinality e(journal_id, amount, share, number)
    join journal j on j.id = e.journal_id
    left join account a on a.id = case when e.amount > 0 then j.source_member else j.target_member end
      and a.id <> ${member}
    left join member m on m.id = a.id
    order by e.number`.execute(tx)
  const reversals = rows.filter(({ reason }) => reason === 'reversal').map(({ journal }) => journal)
  const originals = await readOriginals(tx, reversals, { member, masks })
  const decisions = await readDecisions(
    tx,
    rows.filter(({ reason }) => reason === 'reversal' || reason === 'adjustment').map(({ journal }) => journal),
  )
  return rows.map(({ is_referral: isReferral, ...row }, index) => {
    const original = originals.get(row.journal)
    const decided = decisions.get(row.journal) ?? null
    const isDonor = row.other !== null && row.reason === 'donation'
    const other = isDonor ? seenDonor({ name: row.other ?? '', isReferral: isReferral ?? false }, masks) : row.other
    const arrives = BigInt(row.amount) > 0n
    // The sheet has a place of its own for why.
    const facts = { ...row, other, why: null, original: original ? describeOriginal(original, arrives) : null }
    const { type, description } = describeEntry(facts)
    const { code, params } = original ? meaningOfReversal(original, arrives) : meaningOfEntry(facts)
    return {
      at: row.at.toISOString(),
      type,
      description,
      code,
      params: withoutWhy(params),
      ...(row.reversed && { reversed: true }),
      amount: dollars(counted[index]?.counts ?? 0),
      rule_version: row.rule_version,
      share: row.division && shareOf(row.division, { donor: other ?? 'a member', donated: dollars(row.whole) }),
      decided,
    }
  })
}

const shareOf = (
  { share, due, paid, cut }: DivisionRecord[number],
  of: { donor: string; donated: number },
): ExplainedLine['share'] => ({
  ...of,
  as: shareName(share),
  due,
  paid,
  why: cut === null ? null : say('threshold_reached').text,
  ...(cut !== null && { why_code: 'threshold_reached' }),
})

type Params = NonNullable<ExplainedLine['params']>
const withoutWhy = ({ why: _why, ...params }: Params): Params => params

const dollars = (units: string | number): number => toDollars(usd(BigInt(units)))

type Decision = { journal: string; why: string; proposed_by: AccountRole; agreed_by: AccountRole }

/** Why operators did it, and what they are; not who. A page rarely has one. */
async function readDecisions(tx: Tx, journals: readonly string[]): Promise<Map<string, Omit<Decision, 'journal'>>> {
  if (journals.length === 0) return new Map()
  const { rows } = await sql<Decision>`
    select j.id as journal, p.why, proposer.role as proposed_by, decider.role as agreed_by
    from unnest(${journals}::bigint[]) one(id) join journal j on j.id = one.id
    cross join lateral (
      select case j.reason when 'adjustment' then substring(j.reference from '^proposal-([0-9]+)$')::int
        else (select proposal_id from reversal where first_journal <= j.id order by first_journal desc limit 1) end as id
    ) decided
    join proposal p on p.id = decided.id
    join account proposer on proposer.id = p.proposed_by
    join account decider on decider.id = p.decided_by`.execute(tx)
  return new Map(rows.map(({ journal, ...decision }) => [journal, decision]))
}
