import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { makeReferralCode, parseReferralCode } from '@trefoil/core/identity/referral-code'
import { Refusal } from '@trefoil/core/refusal'
import type { Reader, Tx } from '../db/database.ts'

/** Call it last before the commit: it locks the network. */
export async function placeMember(tx: Tx, memberId: number, sponsorId: number): Promise<string> {
  const code = await freeReferralCode(tx)
  await sql`select place_member(${memberId}, ${code}, ${sponsorId})`.execute(tx)
  return code
}

/** The first member, the ancestor of all others. */
export async function placeRoot(tx: Tx, memberId: number): Promise<string> {
  const code = await freeReferralCode(tx)
  await tx.insertInto('member').values({ id: memberId, referral_code: code, depth: 0, upline: [], seats: [] }).execute()
  await tx.insertInto('team').values({ member_id: memberId }).execute()
  return code
}

/** The member with this code; the root member without a code. */
export async function findSponsor(db: Reader, typed: string | null | undefined): Promise<number> {
  const members = db.selectFrom('member').innerJoin('account', 'account.id', 'member.id').select('member.id')
  if (!typed?.trim()) return (await members.where('parent', 'is', null).executeTakeFirstOrThrow()).id
  const code = parseReferralCode(typed)
  const sponsor =
    code && (await members.where('referral_code', '=', code).where('role', '<>', 'former').executeTakeFirst())
  if (!sponsor) throw new Refusal('unknown_referral_code', 'This referral code is not known. Please check it.')
  return sponsor.id
}

async function freeReferralCode(db: Reader): Promise<string> {
  const code = makeReferralCode(randomBytes(5))
  const taken = await db.selectFrom('member').select('id').where('referral_code', '=', code).executeTakeFirst()
  return taken ? freeReferralCode(db) : code
}
