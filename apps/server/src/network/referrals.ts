import type { Referral } from '@trefoil/contract/network'
import { positionOf } from '@trefoil/core/network/tree'
import { statusAt } from '@trefoil/core/programme/standing'
import type { Reader } from '../db/database.ts'
import { olderThan, readPage, type PageQuery } from '../db/paging.ts'
import { seenPerson } from '../members/person.ts'
import type { Keyring } from '../secrets/keyring.ts'

/** Newest first. */
export async function listReferrals(
  { db, keyring }: { db: Reader; keyring: Keyring },
  sponsor: number,
  query: PageQuery,
) {
  const history = { keyring, name: 'referrals', reader: sponsor }
  const { rows, next_cursor } = await readPage(history, query, {
    sources: [
      async ({ after, limit }) => ({
        rows: await db
          .selectFrom('member')
          .innerJoin('account', 'account.id', 'member.id')
          .innerJoin('member_balance', 'member_balance.member_id', 'member.id')
          .select([
            'member.id',
            'name',
            'email',
            'email_hidden',
            'role',
            'position',
            'referral_code',
            'stage',
            'created_at',
          ])
          .where('sponsor', '=', sponsor)
          .where(olderThan('member.id', after))
          .orderBy('member.id', 'desc')
          .limit(limit)
          .execute(),
      }),
    ],
    positionOf: ({ id }) => id,
  })
  const referrals = rows.map(({ position, referral_code, stage, created_at, ...person }): Referral => ({
    ...seenPerson('sponsor', person, { masks: false }),
    team_tree: { position: positionOf(position ?? Number.NaN) },
    status: statusAt(stage),
    referral_code,
    stage,
    joined: created_at.toISOString(),
  }))
  return { referrals, next_cursor }
}
