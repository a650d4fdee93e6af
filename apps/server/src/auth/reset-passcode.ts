import { SECURITY_HOLD_HOURS } from '@trefoil/core/identity/security-hold'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import type { Spoken } from '../http/spoken.ts'
import { enqueueMailToAddress } from '../mail/outbox.ts'
import { recordAuthEvent, type Origin } from '../members/auth-events.ts'
import { changeSecurity } from '../members/change-security.ts'
import { endSessions } from '../members/end-sessions.ts'
import { lockAccount } from '../members/lock-account.ts'
import { hashPasscode } from '../members/passcodes.ts'
import { markEmailVerified } from '../members/verified-email.ts'
import type { AuthContext } from './context.ts'
import { deviceFor } from './devices.ts'

/** The same answer after the same work, whether the address is known or not: the worker looks it up later. */
export async function requestReset(
  { db, limits }: AuthContext,
  { email, address, spoken }: ResetRequest,
): Promise<void> {
  await limits.resetRequest(address)
  const asked = { email: email.trim(), language: spoken.chosen ?? spoken.accepted }
  await db.transaction().execute((tx) => enqueueMailToAddress(tx, 'forgotten passcode', asked))
}

type ResetRequest = { email: string; address: string; spoken: Spoken }

export type Reset = { token: string; password: string; confirm_password: string }

/**
 * Single use. Ends all sessions and holds money for a day, in case it was not the member. Whoever has the link reads
 * the address's mail, so it is verified, and their browser is known: strangers' guesses do not keep them out.
 */
export async function resetPasscode(
  context: AuthContext,
  reset: Reset,
  origin: Origin,
): Promise<{ deviceCookie: string }> {
  const { db, keyring, limits } = context
  if (reset.password !== reset.confirm_password) throw new Refusal('passcodes_differ', 'Passcodes do not match')
  const tokenHashes = keyring.digests('reset token', reset.token)
  const attempt = await limits.guess(origin.address)
  const owner = await findOwner(db, tokenHashes)
  const passcodeHash = await hashPasscode(reset.password, owner, context.passcodeCost)
  await attempt.giveBack()
  await db.transaction().execute(async (tx) => {
    // Before the link: a change of the passcode or the address meanwhile ends it.
    await lockAccount(tx, owner.id)
    const used = await tx
      .updateTable('reset_token')
      .set({ used_at: sql`now()` })
      .where('token_hash', 'in', tokenHashes)
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('account_id')
      .executeTakeFirst()
    if (!used) throw staleToken()
    await changeSecurity(tx, used.account_id, {
      set: {
        passcode_hash: passcodeHash,
        passcode_handed_out: false,
        security_hold_until: sql<Date>`greatest(security_hold_until, now() + make_interval(hours => ${SECURITY_HOLD_HOURS}))`,
      },
      activity: 'Your passcode was reset by mail',
      mail: { kind: 'passcode changed', facts: {} },
    })
    await markEmailVerified(tx, used.account_id)
    await endSessions(tx, { accountId: used.account_id }, 'passcode reset')
    await recordAuthEvent(tx, { accountId: used.account_id, kind: 'reset_used' }, { ...origin, keyring })
  })
  return { deviceCookie: deviceFor(keyring, { key_box: owner.key_box, passcode_hash: passcodeHash }) }
}

async function findOwner(db: Reader, tokenHashes: Buffer[]) {
  const owner = await db
    .selectFrom('reset_token')
    .innerJoin('account', 'account.id', 'reset_token.account_id')
    .select(['account.id', 'account.name', 'account.email', 'account.key_box'])
    .where('token_hash', 'in', tokenHashes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!owner) throw staleToken()
  return owner
}

const staleToken = () =>
  new Refusal('invalid_reset_token', 'This link has run out or was used before. Please ask for a new one.')
