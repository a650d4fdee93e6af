import type { ReplyOf } from '@trefoil/contract/route'
import type { donationHistory } from '@trefoil/contract/donations'
import type { MemberId } from '@trefoil/core/ledger/account'
import { toDollars, usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { olderThan, readPage, type PageQuery } from '../db/paging.ts'
import type { Keyring } from '../secrets/keyring.ts'

/** A range of one index, newest first. */
export async function readDonations(
  { db, keyring }: { db: Database; keyring: Keyring },
  member: MemberId,
  query: PageQuery,
): Promise<ReplyOf<typeof donationHistory>['data']> {
  const history = { keyring, name: 'donations', reader: member }
  const { rows, next_cursor } = await readPage(history, query, {
    sources: [
      async ({ after, limit }) => ({
        rows: await db
          .selectFrom('journal')
          .select(['id', 'reference', 'created_at', 'amount'])
          .select(sql<boolean>`exists (select from reversal where reverses = journal.id)`.as('reversed'))
          .where('source_member', '=', member)
          .where('reason', '=', 'donation')
          .where(olderThan('id', after))
          .orderBy('id', 'desc')
          .limit(limit)
          .execute(),
      }),
    ],
    positionOf: ({ id }) => id,
  })
  return {
    donations: rows.map((row) => ({
      _id: row.reference,
      type: 'Donation',
      created_at: row.created_at.toISOString(),
      amount: toDollars(usd(BigInt(row.amount))),
      status: row.reversed ? 'reversed' : 'completed',
      icon: 'donation',
    })),
    next_cursor,
  }
}
