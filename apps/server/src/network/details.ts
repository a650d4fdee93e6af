import { positionOf } from '@trefoil/core/network/tree'
import type { Reader } from '../db/database.ts'

/** The member's own place. */
export async function readDetails(db: Reader, memberId: number) {
  const row = await db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.id')
    .leftJoin('member as sponsor', 'sponsor.id', 'member.sponsor')
    .leftJoin('account as sponsor_account', 'sponsor_account.id', 'member.sponsor')
    .select([
      'member.position',
      'member.depth',
      'account.created_at',
      'account.second_factor',
      'account.wallet_address',
    ])
    .select(['sponsor.referral_code as sponsor_code', 'sponsor_account.name as sponsor_name'])
    .where('member.id', '=', memberId)
    .executeTakeFirstOrThrow()
  const { sponsor_name: name, sponsor_code: referral_code } = row
  return {
    sponsor: name !== null && referral_code !== null ? { name, referral_code } : null,
    place: { position: row.position === null ? null : positionOf(row.position), level: row.depth },
    joined: row.created_at.toISOString(),
    two_factor: row.second_factor,
    wallet_address: row.wallet_address,
  }
}
