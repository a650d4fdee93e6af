import type { ReplyOf } from '@trefoil/contract/route'
import type { donationHistory } from '@trefoil/contract/donations'
import type { MemberId } from '@trefoil/core/ledger/account'
import { toDollars, usd } from '@trefoil/core/money'
import type { Database } from '../db/database.ts'
import { cursorsOf, limitOf, type Page } from '../ledger/cursor.ts'
import type { Keyring } from '../members/keyring.ts'

/** A range of one index, newest first. */
export async function readDonations(
  { db, keyring }: { db: Database; keyring: Keyring },
  member: MemberId,
  page: Page,
): Promise<ReplyOf<typeof donationHistory>['data']> {
  const cursors = cursorsOf(keyring, 'donations', member)
  const limit = limitOf(page)
  const newest = db
    .selectFrom('journal')
    .select(['id', 'reference', 'created_at', 'amount'])
    .where('source_member', '=', member)
    .where('reason', '=', 'donation')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  const [before] = page.cursor === undefined ? [] : cursors.open(page.cursor)
  const rows = await (before === undefined ? newest : newest.where('id', '<', before)).execute()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    donations: shown.map((row) => ({
      _id: row.reference,
      type: 'Donation',
      created_at: row.created_at.toISOString(),
      amount: toDollars(usd(BigInt(row.amount))),
      status: 'completed',
      icon: 'donation',
    })),
    next_cursor: last && rows.length > limit ? cursors.seal([last.id]) : null,
  }
}
