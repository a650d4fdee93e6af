import type { SecondFactor } from '@trefoil/contract/shapes'
import { describeFactors, hasSecondFactor } from '@trefoil/core/identity/passkey'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Reader } from '../db/database.ts'
import type { CodeFrom, Limits } from '../http/limits.ts'
import { enqueueMail } from '../mail/outbox.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { recordAuthEvent, type Origin } from './auth-events.ts'
import { usePasskey, type PasskeyContext } from './passkeys.ts'

const PERIOD_SECONDS = 30

type Context = PasskeyContext & { limits: Pick<Limits, 'code'> }

/** Who has to show a second factor, and where: a passkey's challenge is bound to a session, or before it to a browser. */
type FactorOwner = { accountId: number; sessionId?: string; browser?: string | undefined }

/** So many wrong codes in a day are not typing errors: the owner gets a mail. */
const WRONG_CODES_TOLD = 5

/**
 * Does nothing if the account has no second factor. Otherwise requires a code from the app, a recovery code or the
 * answer of a passkey, each valid once. True if one was shown.
 */
export async function demandSecondFactor(
  context: Context,
  owner: FactorOwner,
  proof: SecondFactor | undefined,
  { from = 'signed in', origin }: { from?: CodeFrom; origin?: Origin | undefined } = {},
): Promise<boolean> {
  const { accountId } = owner
  const account = await findFactors(context.db, accountId)
  if (!hasSecondFactor(account)) return false
  if (proof === undefined) throw new Refusal('two_factor_required', describeFactors(account))
  const attempt = await context.limits.code({ accountId, from })
  const totpBox = account.authenticator ? account.totp_box : null
  const wrong = await useProof(context, { ...owner, totpBox, origin }, proof)
  if (wrong) {
    await recordAuthEvent(
      context.db,
      { accountId, kind: 'code_failed' },
      origin && { ...origin, keyring: context.keyring },
    )
    if (attempt.count === WRONG_CODES_TOLD)
      await context.db.transaction().execute((tx) => enqueueMail(tx, accountId, { kind: 'wrong codes', facts: {} }))
    throw wrong
  }
  await attempt.giveBack()
  return true
}

/** Uses it up. Returns what is wrong with it, if something is. */
async function useProof(
  context: Context,
  {
    accountId,
    sessionId,
    browser,
    totpBox,
    origin,
  }: FactorOwner & { totpBox: Buffer | null; origin: Origin | undefined },
  proof: SecondFactor,
): Promise<Refusal | undefined> {
  if (typeof proof === 'string') {
    const accepted =
      (totpBox && (await useTotpCode(context, { accountId, box: totpBox }, proof))) ||
      (await useRecoveryCode(context, { accountId, code: proof, origin }))
    return accepted
      ? undefined
      : new Refusal('wrong_code', 'This code is not right, or it was used before. Wait for the next one.')
  }
  const boundTo = sessionId ?? browser ?? ''
  const purpose = sessionId === undefined ? 'sign in' : 'confirm'
  try {
    await usePasskey(context, proof, { purpose, boundTo, accountId, origin })
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
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

async function useRecoveryCode(
  { db, keyring }: Context,
  { accountId, code, origin }: { accountId: number; code: string; origin: Origin | undefined },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const used = await tx
      .updateTable('recovery_code')
      .set({ used_at: sql`now()` })
      .where('account_id', '=', accountId)
      .where('code_hash', 'in', keyring.digests('recovery code', typedCode(code)))
      .where('used_at', 'is', null)
      .returning('account_id')
      .executeTakeFirst()
    if (!used) return false
    await recordAuthEvent(tx, { accountId, kind: 'recovery_code_used' }, origin && { ...origin, keyring })
    return true
  })
}

export const recoveryCodeHash = (keyring: Keyring, code: string): Buffer =>
  keyring.digest('recovery code', typedCode(code))

const typedCode = (code: string): string => code.toLowerCase().replace(/[^0-9a-z]/g, '')

export async function findFactors(db: Reader, accountId: number) {
  const account = await db
    .selectFrom('account')
    .select(['email', 'role', 'totp_box', 'totp_enabled_at', 'passkeys'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { ...account, authenticator: account.totp_enabled_at !== null }
}

export const totpFrom = (secret: string, label?: string): TOTP =>
  new TOTP({ issuer: 'Trefoil', period: PERIOD_SECONDS, secret: Secret.fromBase32(secret), ...(label && { label }) })

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32
