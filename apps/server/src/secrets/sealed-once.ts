import type { Database } from '../db/database.ts'
import type { Keyring } from './keyring.ts'

type Purpose = 'deposit key' | 'log secret'

/**
 * Keeps a secret of the installation, sealed, as a part of the database and of its backups. Answers the one that was kept
 * first.
 */
export async function sealedOnce(db: Database, keyring: Keyring, purpose: Purpose, secret: string): Promise<string> {
  const box = keyring.seal(purpose, secret).toString('base64')
  await db
    .insertInto('installation')
    .values({ key: purpose, value: JSON.stringify({ box }) })
    // Only the first of several processes makes it.
    .onConflict((made) => made.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', purpose)
    .executeTakeFirstOrThrow()
  return keyring.open(purpose, Buffer.from(String(value['box']), 'base64'))
}
