import { createSecretKey, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import { openBox, sealBox } from '../secrets/box.ts'
import type { Keyring } from '../secrets/keyring.ts'

/** For personal fields of tables that only grow. */
export type PersonalKey = { seal(text: string): Buffer; open(box: Buffer): string }

/** Made when it is first needed. Undefined once it was destroyed: then nothing personal is written any more. */
export async function personalKeyFor(
  db: Reader,
  keyring: Keyring,
  accountId: number,
): Promise<PersonalKey | undefined> {
  const known = await findKey(db, accountId)
  if (known) return keyFrom(keyring, known)
  await db
    .insertInto('personal_key')
    .values({ account_id: accountId, key_box: keyring.seal('personal key', randomBytes(32).toString('base64url')) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await findKey(db, accountId)
  return made && keyFrom(keyring, made)
}

/** Undefined if it was destroyed or never needed. */
export async function findPersonalKey(db: Reader, keyring: Keyring, accountId: number) {
  const found = await findKey(db, accountId)
  return found && keyFrom(keyring, found)
}

/** Whatever was sealed under it stays where it is, and nobody can read it again. */
export async function destroyPersonalKey(tx: Tx, accountId: number): Promise<void> {
  await sql`
    insert into personal_key (account_id, destroyed_at) values (${accountId}, now())
    on conflict (account_id) do update set key_box = null, destroyed_at = now()
    where personal_key.destroyed_at is null`.execute(tx)
}

const findKey = (db: Reader, accountId: number) =>
  db.selectFrom('personal_key').select('key_box').where('account_id', '=', accountId).executeTakeFirst()

function keyFrom(keyring: Keyring, { key_box: box }: { key_box: Buffer | null }): PersonalKey | undefined {
  if (!box) return undefined
  const key = createSecretKey(keyring.open('personal key', box), 'base64url')
  return { seal: (text) => sealBox(key, text), open: (sealed) => openBox(key, sealed) }
}
