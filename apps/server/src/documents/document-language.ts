import { SOURCE_LANGUAGE, type Language } from '@trefoil/core/language/languages'
import type { MemberId } from '@trefoil/core/ledger/account'
import type { Reader } from '../db/database.ts'

/** What the member chose, or else what their browser speaks. */
export async function readDocumentLanguage(db: Reader, member: MemberId): Promise<Language> {
  const account = db.selectFrom('account').select(['language', 'browser_language']).where('id', '=', member)
  const { language, browser_language: browsers } = await account.executeTakeFirstOrThrow()
  return language ?? browsers ?? SOURCE_LANGUAGE
}
