import { randomBytes } from 'node:crypto'
import { makePrivateKey, parsePrivateKey, type PrivateKey } from '@trefoil/core/identity/private-key'
import { Refusal } from '@trefoil/core/refusal'
import type { Role } from '@trefoil/contract/shapes'
import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import { violates } from '../db/violations.ts'
import type { Keyring } from '../secrets/keyring.ts'

export type NewAccount = {
  role: Role
  name: string
  email: string
  passcodeHash: string
  /** We generated it, and somebody else has seen it. */
  passcodeHandedOut?: boolean
  /** Somebody signed up with it. Otherwise the command line or the demo vouches for it. */
  mustVerifyEmail?: true
  /** Two-factor is on from the start. */
  totpSecret?: string
}

/** Generates the account's private key. Only here is it in the clear. */
export async function createAccount(tx: Tx, keyring: Keyring, account: NewAccount) {
  const privateKey = makePrivateKey(randomBytes(16))
  // No number of somebody whom a standby has lost.
  await sql`select follow_timeline()`.execute(tx)
  try {
    const { id } = await tx
      .insertInto('account')
      .values({
        role: account.role,
        name: account.name.trim(),
        email: account.email.trim(),
        key_hash: keyring.digest('private key', privateKey),
        key_box: keyring.seal('private key', privateKey),
        passcode_hash: account.passcodeHash,
        passcode_handed_out: account.passcodeHandedOut ?? false,
        email_verified_at: account.mustVerifyEmail ? null : sql<Date>`now()`,
        ...(account.totpSecret !== undefined && {
          totp_box: keyring.seal('totp secret', account.totpSecret),
          totp_enabled_at: new Date(),
        }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, privateKey }
  } catch (error) {
    if (violates(error, 'email_taken')) throw emailTaken()
    throw error
  }
}

export const emailTaken = () => new Refusal('email_taken', 'There is already an account with this e-mail address.')

/** Names an account to those who know its key, one for each version. Invalid keys take as long as unknown ones. */
export const keyMacs = (keyring: Keyring, typed: string): Buffer[] => keyring.macs('private key', keyText(typed))

const keyText = (typed: string): string => parsePrivateKey(typed) ?? typed

export async function findByPrivateKey(db: Reader, keyring: Keyring, typed: string) {
  return db
    .selectFrom('account')
    .leftJoin('member', 'member.id', 'account.id')
    .selectAll('account')
    .select('member.referral_code')
    .where('key_hash', 'in', keyring.digests('private key', keyText(typed)))
    .executeTakeFirst()
}

export const privateKeyOf = (keyring: Keyring, account: { key_box: Buffer }): PrivateKey =>
  keyring.open('private key', account.key_box) as PrivateKey
