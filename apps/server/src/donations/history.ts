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
          .innerJoin('donation', 'donation.journal_id', 'journal.id')
          .innerJoin('cause', 'cause.id', 'donation.cause_id')
          .select(['journal.id', 'reference', 'journal.created_at', 'amount', 'slug', 'name'])
          .select(sql<boolean>`exists (select from reversal where reverses = journal.id)`.as('reversed'))
          .where('source_member', '=', member)
          .where('reason', '=', 'donation')
          .where(olderThan('journal.id', after))
          .orderBy('journal.id', 'desc')
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
      cause: { slug: row.slug, name: row.name },
    })),
    next_cursor,
  }
}
