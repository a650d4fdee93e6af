import { EVERYBODY, type WhoMayAgree } from '@trefoil/core/consent/may-agree'
import type { Reader } from '../db/database.ts'

export type ConsentRules = WhoMayAgree & { readonly waitingHours: number }

/** Those in force. */
export async function readConsentRules(db: Reader): Promise<ConsentRules> {
  const row = await db
    .selectFrom('consent_rule')
    .select(['only_these', 'countries', 'minimum_age', 'waiting_hours'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return { ...EVERYBODY, waitingHours: 0 }
  const { only_these: onlyThese, countries, minimum_age: minimumAge, waiting_hours: waitingHours } = row
  return { onlyThese, countries, minimumAge, waitingHours }
}
