import type { MemberId } from '@trefoil/core/ledger/account'
import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import { readByCursor } from './read-by-cursor.ts'
import type { Range } from './wanted.ts'

/** Amounts are counted in units of $0.00001. */
export type Gift = {
  at: Date
  reference: string
  position: string
  cause: string
  amount: bigint
  reversedAt: Date | null
}

/** What was taken back since is no part of what was given. */
export type GivingSummary = {
  given: Sum
  reversed: Sum
  causes: ({ cause: string } & Sum)[]
  months: ({ month: string } & Sum)[]
  lines: number
}
type Sum = { count: number; amount: bigint }

export type GivingContent = {
  /** Whose it is. */
  name: string
  range: Range
  /** When it was read: later lines are missing. */
  asOf: Date
  summary: GivingSummary
  lines: AsyncIterable<Gift[]>
}

type SumRow = { cause_id: number; cause: string; month: string; reversed: boolean; count: number; amount: string }

export async function summariseGiving(db: Reader, member: MemberId, { start, end }: Range): Promise<GivingSummary> {
  const { rows } = await sql<SumRow>`
    select c.id as cause_id, c.name as cause, to_char(j.created_at at time zone 'UTC', 'YYYY-MM') as month,
      r.reverses is not null as reversed, count(*)::int as count, sum(j.amount)::text as amount
    from journal j
    join donation d on d.journal_id = j.id
    join cause c on c.id = d.cause_id
    left join reversal r on r.reverses = j.id
    where j.source_member = ${member} and j.reason = 'donation' and j.created_at >= ${start} and j.created_at < ${end}
    group by c.id, month, reversed order by c.id, month`.execute(db)
  const given = rows.filter(({ reversed }) => !reversed)
  return {
    given: sumOf(given),
    reversed: sumOf(rows.filter(({ reversed }) => reversed)),
    // Two causes may have the same name.
    causes: [...Map.groupBy(given, ({ cause_id: id }) => id).values()].map((own) => ({
      cause: own[0]?.cause ?? '',
      ...sumOf(own),
    })),
    months: [...Map.groupBy(given, ({ month }) => month)]
      .map(([month, own]) => ({ month, ...sumOf(own) }))
      .toSorted((a, b) => (a.month < b.month ? -1 : 1)),
    lines: sumOf(rows).count,
  }
}

const sumOf = (rows: readonly SumRow[]): Sum =>
  rows.reduce((sum, { count, amount }) => ({ count: sum.count + count, amount: sum.amount + BigInt(amount) }), {
    count: 0,
    amount: 0n,
  })

type GiftRow = Omit<Gift, 'amount' | 'reversedAt'> & { amount: string; reversed_at: Date | null }

/** Every donation, oldest first, some at a time. */
export async function* readGifts(tx: Tx, member: MemberId, { start, end }: Range): AsyncGenerator<Gift[]> {
  const query = sql<GiftRow>`
    select j.created_at as at, j.reference, j.id as position, c.name as cause, j.amount, back.created_at as reversed_at
    from journal j
    join donation d on d.journal_id = j.id
    join cause c on c.id = d.cause_id
    left join reversal r on r.reverses = j.id
    left join journal back on back.id = r.first_journal
    where j.source_member = ${sql.lit(member)} and j.reason = 'donation'
      and j.created_at >= ${sql.lit(start.toISOString())}::timestamptz
      and j.created_at < ${sql.lit(end.toISOString())}::timestamptz
    order by j.id`
  for await (const rows of readByCursor(tx, query))
    yield rows.map(({ reversed_at: reversedAt, amount, ...row }) => ({ ...row, amount: BigInt(amount), reversedAt }))
}
