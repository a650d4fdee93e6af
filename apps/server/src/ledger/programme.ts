import { readProgramme } from '@trefoil/core/programme/programme-record'
import type { Programme } from '@trefoil/core/programme/programme'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'

/** The version in force: the newest whose start has passed. */
export async function currentProgramme(db: Reader): Promise<Programme> {
  const { version, rules } = await db
    .selectFrom('programme')
    .select(['version', 'rules'])
    .where('active_from', '<=', sql<Date>`now()`)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return readProgramme(version, rules)
}
