import { ownerOf, type Account } from '@trefoil/core/ledger/account'
import type { Entry } from '@trefoil/core/ledger/draft'
import { usd } from '@trefoil/core/money'
import type { Reader } from '../db/database.ts'

type Range = { from: number; limit: number }
export type StatementLine = Entry & { journalId: bigint }

/** An account's lines from a sequence number on. A range scan: the millionth line is as fast as the first. */
export async function readStatement(db: Reader, account: Account, { from, limit }: Range): Promise<StatementLine[]> {
  const rows = await db
    .selectFrom('entry')
    .selectAll()
    .where('member_id', '=', ownerOf(account))
    .where('account', '=', account.kind)
    .where('sequence', '>=', String(from))
    .orderBy('sequence')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    account,
    journalId: BigInt(row.journal_id),
    amount: usd(BigInt(row.amount)),
    balanceAfter: usd(BigInt(row.balance_after)),
    share: row.share,
    sequence: Number(row.sequence),
  }))
}
