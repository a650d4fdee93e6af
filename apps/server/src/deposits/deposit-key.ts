import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { Keyring } from '../secrets/keyring.ts'

const FACT = 'deposit key'

/**
 * The key that deposit addresses are computed with, made once per installation. It is random and not derived from the
 * secret: members may send money to their addresses forever, whatever becomes of the secret. Sealed, it is part of the
 * database and of every backup.
 */
export async function openDepositKey(db: Database, keyring: Keyring): Promise<KeyObject> {
  const box = keyring.seal('deposit key', randomBytes(32).toString('hex')).toString('base64')
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
  return createSecretKey(keyring.open('deposit key', Buffer.from(String(value['box']), 'base64')), 'hex')
}
