import { randomBytes } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { Keyring } from '../../secrets/keyring.ts'

const FACT = 'log secret'

/** What owners' keys are derived from, with a seed of their own: a stolen database opens nothing. Made once. */
export async function openLogSecret(db: Database, keyring: Keyring): Promise<Buffer> {
  const box = keyring.seal('log secret', randomBytes(32).toString('hex')).toString('base64')
  await db
    .insertInto('installation')
    .values({ key: FACT, value: JSON.stringify({ box }) })
    // Only the first of several processes makes it.
    .onConflict((made) => made.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', FACT)
    .executeTakeFirstOrThrow()
  return Buffer.from(keyring.open('log secret', Buffer.from(String(value['box']), 'base64')), 'hex')
}
