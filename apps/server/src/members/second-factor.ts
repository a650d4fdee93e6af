import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Database, Reader } from '../db/database.ts'
import type { CodeFrom, Limits } from '../http/limits.ts'
import { enqueueMail } from '../mail/outbox.ts'
import type { Keyring } from '../secrets/keyring.ts'

const PERIOD_SECONDS = 30

type Context = {
  db: Database
  keyring: Keyring
  limits: Pick<Limits, 'code'>
}

/** So many wrong codes in a day are not typing errors: the owner gets a mail. */
const WRONG_CODES_TOLD = 5

/**
 * Does nothing if two-factor is off. Otherwise requires a code from the app or a recovery code, each valid once. True
 * if one was shown.
 */
export async function demandSecondFactor(
  context: Context,
  accountId: number,
  code: string | undefined,
  from: CodeFrom = 'signed in',
): Promise<boolean> {
  const account = await findTotp(context.db, accountId)
  if (!account.totp_box || !account.totp_enabled_at) return false
  if (code === undefined)
    throw new Refusal('two_factor_required', 'Enter the code of your authenticator app to continue.')
  const attempt = await context.limits.code({ accountId, from })
  const accepted =
    (await useTotpCode(context, { accountId, box: account.totp_box }, code)) ||
    (await useRecoveryCode(context, accountId, code))
  if (!accepted) {
    if (attempt.count === WRONG_CODES_TOLD)
      await context.db.transaction().execute((tx) => enqueueMail(tx, accountId, { kind: 'wrong codes', facts: {} }))
    throw new Refusal('wrong_code', 'This code is not right, or it was used before. Wait for the next one.')
  }
  await attempt.giveBack()
  return true
}

/** Checks and stores the time step in one statement, so that a code seen by somebody else is worthless. */
export async function useTotpCode(
  { db, keyring }: Pick<Context, 'db' | 'keyring'>,
  { accountId, box }: { accountId: number; box: Buffer },
  code: string,
): Promise<boolean> {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return false
  const totp = totpFrom(keyring.open('totp secret', box))
  // One step of tolerance either way, for clocks that are slightly off.
  const delta = totp.validate({ token, window: 1 })
  if (delta === null) return false
  const step = totp.counter() + delta
  const used = await db
    .updateTable('account')
    .set({ totp_step: step })
    .where('id', '=', accountId)
    .where('totp_step', '<', sql<string>`${step}`)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

async function useRecoveryCode({ db, keyring }: Context, accountId: number, code: string): Promise<boolean> {
  const used = await db
    .updateTable('recovery_code')
    .set({ used_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', recoveryCodeHash(keyring, code))
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  return used !== undefined
}

export const recoveryCodeHash = (keyring: Keyring, code: string): Buffer =>
  keyring.digest('recovery code', code.toLowerCase().replace(/[^0-9a-z]/g, ''))

export const findTotp = (db: Reader, accountId: number) =>
  db
    .selectFrom('account')
    .select(['email', 'totp_box', 'totp_enabled_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()

export const totpFrom = (secret: string, label?: string): TOTP =>
  new TOTP({ issuer: 'Trefoil', period: PERIOD_SECONDS, secret: Secret.fromBase32(secret), ...(label && { label }) })

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32
