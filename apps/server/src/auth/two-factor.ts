import type { SecondFactor } from '@trefoil/contract/shapes'
import { hasSecondFactor, refuseLastFactor } from '@trefoil/core/identity/passkey'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Caller } from '../http/guard.ts'
import { recordActivity } from '../members/activity.ts'
import { recordAuthEvent, type Origin } from '../members/auth-events.ts'
import { changeSecurity } from '../members/change-security.ts'
import { endSessions } from '../members/end-sessions.ts'
import { demandSecondFactor, findFactors, newTotpSecret, totpFrom, useTotpCode } from '../members/second-factor.ts'
import { confirmPasscode } from './confirm-passcode.ts'
import type { AuthContext } from './context.ts'
import { lockCaller } from './lock-caller.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'

type Proof = { password: string; code?: SecondFactor | undefined; origin: Origin }

/**
 * Makes a new secret at each call. Two-factor stays off until a code confirms the last one. Somebody with passkeys
 * confirms with one, or else a thief of the passcode could add an app of their own.
 */
export async function setUpTwoFactor(context: AuthContext, caller: Caller, { origin, ...proof }: Proof) {
  const { accountId } = caller
  await confirmPasscode(context, accountId, proof.password)
  const { email, authenticator } = await findFactors(context.db, accountId)
  if (authenticator) throw alreadyOn()
  await demandSecondFactor(context, caller, proof.code, { origin })
  const secret = newTotpSecret()
  const changed = await context.db
    .updateTable('account')
    .set({ totp_box: context.keyring.seal('totp secret', secret) })
    .where('id', '=', accountId)
    .where('totp_enabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw alreadyOn()
  return { secret, otpauth_url: totpFrom(secret, email).toString() }
}

/** Ends all other sessions: only this one has shown a code. */
export async function enableTwoFactor(
  context: AuthContext,
  caller: Caller,
  { code, origin }: { code: string; origin: Origin },
): Promise<string[]> {
  const { accountId, sessionId } = caller
  const { totp_box: box, authenticator } = await findFactors(context.db, accountId)
  if (!box || authenticator) throw notSetUp()
  const attempt = await context.limits.confirm(accountId)
  if (!(await useTotpCode(context, { accountId, box }, code)))
    throw new Refusal('wrong_code', 'This code is not right. Check the clock of your phone and try the next one.', {
      name: 'code_by_app',
    })
  await attempt.giveBack()
  return context.db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    // The code was of the app that was set up then.
    if (!(await findFactors(tx, accountId)).totp_box?.equals(box)) throw notSetUp()
    await changeSecurity(tx, accountId, {
      set: { totp_enabled_at: sql`now()` },
      activity: 'Two-factor authentication was turned on',
      mail: { kind: 'two-factor on', facts: {} },
    })
    await tx
      .updateTable('session')
      .set({ second_factor_at: sql<Date>`now()` })
      .where('id', '=', sessionId)
      .execute()
    await endSessions(tx, { accountId, except: sessionId }, 'two-factor turned on')
    await recordAuthEvent(tx, { accountId, kind: 'two_factor_on' }, { ...origin, keyring: context.keyring })
    return replaceRecoveryCodes(tx, context.keyring, accountId)
  })
}

/**
 * Passkeys stay, and with them the recovery codes. All other sessions end: what they have shown does not count any more.
 */
export async function disableTwoFactor(context: AuthContext, caller: Caller, { origin, ...proof }: Proof) {
  const { accountId, sessionId, role } = caller
  await confirmPasscode(context, accountId, proof.password)
  const { authenticator, passkeys } = await findFactors(context.db, accountId)
  if (!authenticator) throw notOn()
  refuseLastFactor({ role, left: { authenticator: false, passkeys } })
  await demandSecondFactor(context, caller, proof.code, { origin })
  await context.db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    await changeSecurity(tx, accountId, {
      set: { totp_enabled_at: null, totp_box: null },
      activity: 'Two-factor authentication was turned off',
      mail: { kind: 'two-factor off', facts: {} },
    })
    // Asked again, now that the account is locked: a passkey may have gone meanwhile.
    const left = await findFactors(tx, accountId)
    refuseLastFactor({ role, left })
    if (!hasSecondFactor(left)) await deleteRecoveryCodes(tx, accountId)
    await endSessions(tx, { accountId, except: sessionId }, 'two-factor turned off')
    await recordAuthEvent(tx, { accountId, kind: 'two_factor_off' }, { ...origin, keyring: context.keyring })
  })
}

export async function renewRecoveryCodes(
  context: AuthContext,
  caller: Caller,
  { code, origin }: { code: SecondFactor; origin: Origin },
): Promise<string[]> {
  const { accountId } = caller
  if (!hasSecondFactor(await findFactors(context.db, accountId))) throw notOn()
  await demandSecondFactor(context, caller, code, { origin })
  return context.db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    await recordActivity(tx, accountId, 'Security', 'Recovery codes were renewed')
    await recordAuthEvent(tx, { accountId, kind: 'recovery_codes_renewed' }, { ...origin, keyring: context.keyring })
    return replaceRecoveryCodes(tx, context.keyring, accountId)
  })
}

const notSetUp = () =>
  new Refusal('two_factor_state', 'Start the set-up of two-factor authentication first.', {
    name: 'two_factor_not_begun',
  })

const notOn = () =>
  new Refusal('two_factor_state', 'Two-factor authentication is not on.', { name: 'two_factor_not_on' })

const alreadyOn = () =>
  new Refusal('two_factor_state', 'Two-factor authentication is already on.', { name: 'two_factor_already_on' })
