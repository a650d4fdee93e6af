import type { Language } from '@trefoil/core/language/languages'
import type { MemberAccountKind, MemberId } from '@trefoil/core/ledger/account'
import type { Reason } from '@trefoil/core/ledger/journal'
import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import type { AccountLines } from '../ledger/statement.ts'
import { readMasks, seenDonor } from '../members/person.ts'
import { CAUSE } from '../reports/activities.ts'
import { describeEntry, typeOf, type EntryFacts } from '../reports/describe-entry.ts'
import { describeEntryIn } from '../reports/entry-copy.ts'
import { readReasons } from '../reports/reasons.ts'
import { describeOriginal, readOriginals } from '../reports/reversals.ts'
import { readByCursor } from './read-by-cursor.ts'
import type { Range } from './wanted.ts'

/** Amounts are counted in units of $0.00001. */
export type AccountSummary = { account: MemberAccountKind; opening: bigint; closing: bigint }
export type KindSummary = { kind: string; account: MemberAccountKind; lines: number; in: bigint; out: bigint }
export type StatementSummary = { accounts: AccountSummary[]; kinds: KindSummary[]; lines: number }

export type StatementLine = {
  at: Date
  position: string
  kind: string
  description: string
  account: MemberAccountKind
  amount: bigint
  /** Of its account, after it. */
  balance: bigint
}

export type StatementContent = {
  /** Whose it is. */
  name: string
  range: Range
  /** When it was read: later lines are missing. */
  asOf: Date
  summary: StatementSummary
  lines: AsyncIterable<StatementLine[]>
}

type SumRow = { account: MemberAccountKind; reason: Reason; arrives: boolean; sum: string; lines: number }

export const countLinesOf = (accounts: readonly AccountLines[]): number =>
  accounts.reduce((sum, { first, end }) => sum + Number(end - first), 0)

/** Balances at both ends, and what happened in between by kind. */
export async function summariseStatement(
  db: Reader,
  member: MemberId,
  accounts: readonly AccountLines[],
): Promise<StatementSummary> {
  const { rows } = await sql<SumRow>`
    select e.account, j.reason, e.amount > 0 as arrives, sum(e.amount)::text as sum, count(*)::int as lines
    from unnest(${accounts.map(({ account }) => account)}::ledger_account[],
        ${accounts.map(({ first }) => String(first))}::bigint[],
        ${accounts.map(({ end }) => String(end))}::bigint[]) as own (account, first_line, end_line)
      join entry e on e.member_id = ${member} and e.account = own.account
        and e.sequence >= first_line and e.sequence < end_line
      join journal j on j.id = e.journal_id
    group by e.account, j.reason, e.amount > 0`.execute(db)
  const kinds = new Map<string, KindSummary>()
  for (const { account, reason, arrives, sum: total, lines } of rows) {
    const kind = typeOf(reason, arrives)
    const key = `${kind} ${account}`
    const sum = kinds.get(key) ?? { kind, account, lines: 0, in: 0n, out: 0n }
    kinds.set(key, {
      ...sum,
      lines: sum.lines + lines,
      ...(arrives ? { in: sum.in + BigInt(total) } : { out: sum.out - BigInt(total) }),
    })
  }
  return {
    accounts: [...accounts],
    kinds: [...kinds.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum),
    lines: countLinesOf(accounts),
  }
}

type EntryRow = Omit<EntryFacts, 'why' | 'original'> & {
  at: Date
  journal: string
  account: MemberAccountKind
  reference: string | null
  is_referral: boolean | null
}

type Lines = { accounts: readonly AccountLines[]; language: Language }

/** Every line in the order of the books, some at a time. The balances go on from the opening ones to the closing ones. */
export async function* readStatementLines(
  tx: Tx,
  member: MemberId,
  { accounts, language }: Lines,
): AsyncGenerator<StatementLine[]> {
  const masks = await readMasks(tx)
  const balances = new Map(accounts.map(({ account, opening }) => [account, opening]))
  const query = sql<EntryRow>`
    select j.created_at as at, j.id as journal, e.account, e.amount, e.share, j.reason, j.source,
      a.name as other, m.sponsor = ${sql.lit(member)} as is_referral,
      case when j.reason = 'adjustment' then j.reference end as reference,
      exists (select from reversal where reverses = j.id) as reversed, ${CAUSE} as cause
    from (values ${sql.join(accounts.map(rowOf))}) as own (account, first_line, end_line)
    join entry e on e.member_id = ${sql.lit(member)} and e.account = own.account
      and e.sequence >= first_line and e.sequence < end_line
    join journal j on j.id = e.journal_id
    left join account a on a.id = case when e.amount > 0 then j.source_member else j.target_member end
      and a.id <> ${sql.lit(member)}
    left join member m on m.id = a.id
    order by e.journal_id, e.amount > 0, e.account, e.sequence`
  for await (const rows of readByCursor(tx, query)) {
    const reasons = await readReasons(
      tx,
      rows.map(({ reference }) => reference),
    )
    const reversals = rows.filter(({ reason }) => reason === 'reversal').map(({ journal }) => journal)
    const originals = await readOriginals(tx, reversals, { member, masks })
    yield rows.map(({ is_referral: isReferral, ...row }) => {
      const original = originals.get(row.journal)
      const isDonor = row.other !== null && row.reason === 'donation'
      const facts = {
        ...row,
        other: isDonor ? seenDonor({ name: row.other ?? '', isReferral: isReferral ?? false }, masks) : row.other,
        why: original?.why ?? reasons.get(row.reference) ?? null,
        original: original ? describeOriginal(original, BigInt(row.amount) > 0n) : null,
      }
      const { type } = describeEntry(facts)
      const description = describeEntryIn(language, facts)
      const amount = BigInt(row.amount)
      const balance = (balances.get(row.account) ?? 0n) + amount
      balances.set(row.account, balance)
      return { at: row.at, position: row.journal, kind: type, description, account: row.account, amount, balance }
    })
  }
  for (const { account, closing } of accounts)
    if (balances.get(account) !== closing) throw new Error(`The lines of ${account} do not add up to ${closing}`)
}

const rowOf = ({ account, first, end }: AccountLines) =>
  sql`(${sql.lit(account)}::ledger_account, ${sql.lit(String(first))}::bigint, ${sql.lit(String(end))}::bigint)`
