import { randomInt } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import { recoveryCodeHash } from '../members/second-factor.ts'
import type { Keyring } from '../secrets/keyring.ts'

const RECOVERY_CODES = 10

/** The old ones stop working. Only hashes of the new ones are stored. */
export async function replaceRecoveryCodes(tx: Tx, keyring: Keyring, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await deleteRecoveryCodes(tx, accountId)
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: recoveryCodeHash(keyring, code), used_at: null })))
    .execute()
  return codes
}

export async function deleteRecoveryCodes(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
}

/**
 * Six groups of four characters, none of which look alike: 117 bits, so that a plain keyed hash is enough. A slow one
 * would have to be computed for each of them at every attempt.
 */
function newRecoveryCode(): string {
  const alphabet = '23456789abcdefghjkmnpqrstvwxyz'
  const group = () => Array.from({ length: 4 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return Array.from({ length: 6 }, group).join('-')
}
