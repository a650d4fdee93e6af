import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import type { Database, Tx } from '../db/database.ts'
import { readInstallationId } from '../db/installation-id.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { sealAnew, sealedOnce } from '../secrets/sealed-once.ts'

/**
 * The key that deposit addresses are computed with, made once per installation and kept, because members may send money
 * to their addresses forever, whatever becomes of the secret. Sealed, it is part of the database and of every backup.
 * A new installation has a random one since before its first account: see `makeDepositKey`. Others, and the demo, derive
 * it, so that a backup from before it was made leads to the same key.
 */
export async function openDepositKey(db: Database, keyring: Keyring): Promise<KeyObject> {
  const derived = await deriveDepositKey(db, keyring)
  return createSecretKey(await sealedOnce(db, keyring, 'deposit key', derived), 'hex')
}

/**
 * Together with the first account, so that every backup in which anybody could have an address has the key as well. A
 * start that found no account may have derived one: nobody has an address with it.
 */
export const makeDepositKey = (tx: Tx, keyring: Keyring): Promise<void> =>
  sealAnew(tx, keyring, { purpose: 'deposit key', secret: randomBytes(32).toString('hex') })

/** From the version that the installation began with: every backup knows which one that is. */
async function deriveDepositKey(db: Database, keyring: Keyring): Promise<string> {
  const made = await db.selectFrom('installation').select('value').where('key', '=', 'secret').executeTakeFirst()
  const original = keyring.versions.findIndex(({ fingerprint }) => fingerprint === made?.value['fingerprint'])
  const keys = keyring.macs('deposit key', await readInstallationId(db))
  return (keys[original] ?? keyring.mac('deposit key', await readInstallationId(db))).toString('hex')
}
