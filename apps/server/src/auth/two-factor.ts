import { randomInt } from 'node:crypto'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Caller } from '../http/guard.ts'
import { recordActivity } from '../members/activity.ts'
import { changeSecurity } from '../members/change-security.ts'
import {
  demandSecondFactor,
  findTotp,
  newTotpSecret,
  recoveryCodeHash,
  totpFrom,
  useTotpCode,
} from '../members/second-factor.ts'
import { confirmPasscode } from './confirm-passcode.ts'
import type { AuthContext } from './context.ts'
import { endSessions } from './sessions.ts'

const RECOVERY_CODES = 10

/** Makes a new secret at each call. Two-factor stays off until a code confirms the last one. */
export async function setUpTwoFactor(context: AuthContext, accountId: number, passcode: string) {
  await confirmPasscode(context, accountId, passcode)
  const secret = newTotpSecret()
  const { email } = await findTotp(context.db, accountId)
  const changed = await context.db
    .updateTable('account')
    .set({ totp_box: context.keyring.seal('totp secret', secret) })
    .where('id', '=', accountId)
    .where('totp_enabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new Refusal('two_factor_state', 'Two-factor authentication is already on.')
  return { secret, otpauth_url: totpFrom(secret, email).toString() }
}

/** Ends all other sessions: only this one has shown a code. */
export async function enableTwoFactor(
  context: AuthContext,
  { accountId, sessionId }: Caller,
  code: string,
): Promise<string[]> {
  const { totp_box: box, totp_enabled_at: enabledAt } = await findTotp(context.db, accountId)
  if (!box || enabledAt) throw new Refusal('two_factor_state', 'Start the set-up of two-factor authentication first.')
  const attempt = await context.limits.confirm(accountId)
  if (!(await useTotpCode(context, { accountId, box }, code)))
    throw new Refusal('wrong_code', 'This code is not right. Check the clock of your phone and try the next one.')
  await attempt.giveBack()
  return context.db.transaction().execute(async (tx) => {
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
    return replaceRecoveryCodes(tx, context, accountId)
  })
}

export async function disableTwoFactor(
  context: AuthContext,
  accountId: number,
  proof: { password: string; code: string },
) {
  await confirmPasscode(context, accountId, proof.password)
  await refuseWhenOff(context, accountId)
  await demandSecondFactor(context, accountId, proof.code)
  await context.db.transaction().execute(async (tx) => {
    await changeSecurity(tx, accountId, {
      set: { totp_enabled_at: null, totp_box: null },
      activity: 'Two-factor authentication was turned off',
      mail: { kind: 'two-factor off', facts: {} },
    })
    await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  })
}

export async function renewRecoveryCodes(context: AuthContext, accountId: number, code: string): Promise<string[]> {
  await refuseWhenOff(context, accountId)
  await demandSecondFactor(context, accountId, code)
  return context.db.transaction().execute(async (tx) => {
    await recordActivity(tx, accountId, 'Security', 'Recovery codes were renewed')
    return replaceRecoveryCodes(tx, context, accountId)
  })
}

async function refuseWhenOff(context: AuthContext, accountId: number): Promise<void> {
  const { totp_enabled_at: enabledAt } = await findTotp(context.db, accountId)
  if (!enabledAt) throw new Refusal('two_factor_state', 'Two-factor authentication is not on.')
}

async function replaceRecoveryCodes(tx: Tx, { keyring }: AuthContext, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: recoveryCodeHash(keyring, code), used_at: null })))
    .execute()
  return codes
}

/** Three groups of four characters, none of which look alike. */
function newRecoveryCode(): string {
  const alphabet = '23456789abcdefghjkmnpqrstvwxyz'
  const group = () => Array.from({ length: 4 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return [group(), group(), group()].join('-')
}
