import type { Database, Tx } from '../db/database.ts'
import type { Keyring } from './keyring.ts'

type Purpose = 'deposit key' | 'log secret'

type Kept = { purpose: Purpose; secret: string }

const boxOf = (keyring: Keyring, { purpose, secret }: Kept): string =>
  JSON.stringify({ box: keyring.seal(purpose, secret).toString('base64') })

/** In place of what was kept, if anything was: where nothing was made with that yet. */
export async function sealAnew(tx: Tx, keyring: Keyring, kept: Kept): Promise<void> {
  const value = boxOf(keyring, kept)
  await tx
    .insertInto('installation')
    .values({ key: kept.purpose, value })
    .onConflict((made) => made.column('key').doUpdateSet({ value }))
    .execute()
}

/**
 * Keeps a secret of the installation, sealed, as a part of the database and of its backups. Answers the one that was kept
 * first.
 */
export async function sealedOnce(db: Database, keyring: Keyring, purpose: Purpose, secret: string): Promise<string> {
  await db
    .insertInto('installation')
    .values({ key: purpose, value: boxOf(keyring, { purpose, secret }) })
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
