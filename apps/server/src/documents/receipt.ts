import type { MemberId } from '@trefoil/core/ledger/account'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** What a receipt says. Whoever only has its reference is never told the name. */
export type Receipt = {
  reference: string
  amount: bigint
  at: Date
  cause: string
  /** What the cause says about deducting donations, for each jurisdiction where they are deductible. */
  deductible: { jurisdiction: string; words: string }[]
  /** Its place in the books: the journal's number. */
  position: string
  reversedAt: Date | null
  name: string
}

type ReceiptRow = {
  reference: string
  amount: string
  at: Date
  position: string
  reversed_at: Date | null
  name: string
  cause: string
  deductible: Receipt['deductible']
}

const REFERENCE = /^[\w-]{1,100}$/

/** The receipt of a donation; with `member`, only if it is theirs. */
export async function findReceipt(
  db: Database,
  { reference, member }: { reference: string; member?: MemberId },
): Promise<Receipt | undefined> {
  if (!REFERENCE.test(reference)) return undefined
  const { rows } = await sql<ReceiptRow>`
    select j.reference, j.amount, j.created_at as at, j.id as position, back.created_at as reversed_at, a.name,
      c.name as cause, c.deductible
    from journal j
    join donation d on d.journal_id = j.id
    join cause c on c.id = d.cause_id
    join account a on a.id = j.source_member
    left join reversal r on r.reverses = j.id
    left join journal back on back.id = r.first_journal
    where j.reference = ${reference} and j.reason = 'donation'
      ${member === undefined ? sql`` : sql`and j.source_member = ${member}`}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { reversed_at: reversedAt, amount, ...rest } = row
  return { ...rest, amount: BigInt(amount), reversedAt }
}
