import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** As if the account had shown its second factor six minutes earlier: longer ago than it counts. */
export async function ageSecondFactor(db: Database, email: string): Promise<void> {
  await sql`
    update session set second_factor_at = second_factor_at - interval '6 minutes'
    from account where account.id = account_id and email = ${email}`.execute(db)
}
