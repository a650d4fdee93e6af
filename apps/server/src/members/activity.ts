import type { Tx } from '../db/database.ts'

/** What an account's history tells besides money. */
export type ActivityType = 'Joined' | 'Referral' | 'Security' | 'Profile' | 'Deposit'

/** Part of the transaction of what it tells. */
export async function recordActivity(tx: Tx, accountId: number, type: ActivityType, description: string) {
  await tx.insertInto('activity').values({ account_id: accountId, type, description }).execute()
}
