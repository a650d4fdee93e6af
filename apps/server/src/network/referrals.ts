import type { Referral } from '@trefoil/contract/network'
import { parseReferralCode } from '@trefoil/core/identity/referral-code'
import { positionOf } from '@trefoil/core/network/tree'
import { statusAt } from '@trefoil/core/programme/standing'
import { Refusal } from '@trefoil/core/refusal'
import type { Reader } from '../db/database.ts'

export type ReferralsRequest = { sponsor: number; cursor?: string | undefined; limit: number }

/** Newest first. The cursor is the referral code of the last one seen. */
export async function listReferrals(db: Reader, { sponsor, cursor, limit }: ReferralsRequest) {
  const before = cursor === undefined ? undefined : await findCursor(db, sponsor, cursor)
  const rows = await db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.id')
    .innerJoin('member_balance', 'member_balance.member_id', 'member.id')
    .select(['name', 'email', 'position', 'referral_code', 'stage', 'created_at'])
    .where('sponsor', '=', sponsor)
    .$if(before !== undefined, (query) => query.where('member.id', '<', before ?? 0))
    .orderBy('member.id', 'desc')
    // One more than asked for tells whether there is a next page.
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const referrals = shown.map(({ name, email, position, referral_code, stage, created_at }): Referral => ({
    name,
    email,
    team_tree: { position: positionOf(position ?? Number.NaN) },
    status: statusAt(stage),
    referral_code,
    stage,
    joined: created_at.toISOString(),
  }))
  return { referrals, next_cursor: rows.length > limit ? (shown.at(-1)?.referral_code ?? null) : null }
}

async function findCursor(db: Reader, sponsor: number, cursor: string): Promise<number> {
  const code = parseReferralCode(cursor)
  const own = db.selectFrom('member').select('id').where('sponsor', '=', sponsor)
  const last = code && (await own.where('referral_code', '=', code).executeTakeFirst())
  if (!last) throw new Refusal('invalid_request', 'This cursor is not one of this list.')
  return last.id
}
