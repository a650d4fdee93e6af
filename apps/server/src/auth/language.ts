import type { Language } from '@trefoil/core/language/languages'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import type { Caller } from '../http/guard.ts'
import type { Spoken } from '../http/spoken.ts'
import { lockCaller } from './lock-caller.ts'

/**
 * What the browser speaks with which somebody signs up or in. It counts only while the account has no choice: a
 * browser may be shared. Writes nothing if nothing is new.
 */
export async function rememberLanguage(tx: Tx, accountId: number, { chosen, accepted }: Spoken): Promise<void> {
  await sql`
    update account set language = coalesce(language, ${chosen}), browser_language = coalesce(${accepted}, browser_language)
    where id = ${accountId} and (language is distinct from coalesce(language, ${chosen})
      or browser_language is distinct from coalesce(${accepted}, browser_language))`.execute(tx)
}

export async function chooseLanguage({ db }: { db: Database }, caller: Caller, language: Language): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    await tx.updateTable('account').set({ language }).where('id', '=', caller.accountId).execute()
  })
}
