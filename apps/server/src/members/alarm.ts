import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { mailOperators } from './mail-operators.ts'

/** `finality`: the chain's own finality stands still. */
export type AlarmName = 'finality'

/**
 * Mails operators when something begins that they have to know of: once, however many processes notice it and however
 * often they restart, and again only after it was over. `undefined`: it is over.
 */
export async function setAlarm(db: Database, name: AlarmName, sentence: string | undefined): Promise<void> {
  const state = { isOn: sentence !== undefined }
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      insert into installation (key, value) select ${`alarm: ${name}`}, ${JSON.stringify(state)}::jsonb
      where ${state.isOn} or exists (select from installation where key = ${`alarm: ${name}`})
      on conflict (key) do update set value = excluded.value where installation.value <> excluded.value
      returning key`.execute(tx)
    if (rows.length > 0 && sentence !== undefined) await mailOperators(tx, { kind: 'alarm', facts: { sentence } })
  })
}
