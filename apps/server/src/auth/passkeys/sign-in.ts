import type { PasskeyAssertion } from '@trefoil/contract/shapes'
import { refusePasskeyAlone } from '@trefoil/core/identity/security-hold'
import { sql } from 'kysely'
import type { Spoken } from '../../http/spoken.ts'
import type { Origin } from '../../members/auth-events.ts'
import { refuseWithdrawn, usePasskey } from '../../members/passkeys.ts'
import type { AuthContext } from '../context.ts'
import { deviceFor } from '../devices.ts'
import { openSession } from '../sessions.ts'
import type { SignedIn } from '../welcome.ts'

/**
 * Something that one has, unlocked by a fingerprint or a PIN: both factors at once, so nothing else is asked for, except
 * during a security hold. Wrong ones count as guesses of the address.
 */
export async function signInWithPasskey(
  context: AuthContext,
  assertion: PasskeyAssertion,
  { browser, ...device }: Origin & { browser: string | undefined; spoken: Spoken },
): Promise<SignedIn> {
  const { db, keyring, limits } = context
  const attempt = await limits.guess(device.address)
  const { accountId, passkeyId } = await usePasskey(context, assertion, {
    purpose: 'sign in',
    boundTo: browser ?? '',
    origin: device,
  })
  await attempt.giveBack()
  return db.transaction().execute(async (tx) => {
    // Locked, so that no hold begins, and the passkey is not removed, just before the session opens: that ends them all.
    const found = await tx
      .selectFrom('account')
      .leftJoin('member', 'member.id', 'account.id')
      .select(['role', 'name', 'email', 'key_box', 'passcode_hash', 'first_steps', 'member.referral_code'])
      .select(sql<Date | null>`case when security_hold_until > now() then security_hold_until end`.as('held_until'))
      .where('account.id', '=', accountId)
      .forNoKeyUpdate('account')
      .executeTakeFirstOrThrow()
    await refuseWithdrawn(tx, passkeyId)
    const { held_until, key_box, passcode_hash, first_steps, ...account } = found
    refusePasskeyAlone(held_until)
    const session = await openSession(tx, keyring, { accountId, role: account.role, secondFactor: true, ...device })
    const user = { ...account, first_steps: first_steps && account.referral_code !== null } as SignedIn['user']
    return { user, session, deviceCookie: deviceFor(keyring, { key_box, passcode_hash }) }
  })
}
