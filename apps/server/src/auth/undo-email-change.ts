import { hasSecondFactor } from '@trefoil/core/identity/passkey'
import { EMAIL_HOLD_HOURS } from '@trefoil/core/identity/security-hold'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { recordAuthEvent, type Origin } from '../members/auth-events.ts'
import { changeSecurity } from '../members/change-security.ts'
import { endSessions } from '../members/end-sessions.ts'
import { lockAccount } from '../members/lock-account.ts'
import { unknownPasscodeHash } from '../members/passcodes.ts'
import { findFactors } from '../members/second-factor.ts'
import { markEmailVerified } from '../members/verified-email.ts'
import type { AuthContext } from './context.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'

/**
 * The old address takes itself back, also from a later change. Whoever changed it knew the passcode, so that stops
 * working, every session ends, and what was added since goes: it would let them in again, or be paid to them. Money is on
 * hold once more.
 */
export async function undoEmailChange(
  { db, keyring, limits }: AuthContext,
  token: string,
  origin: Origin,
): Promise<void> {
  const attempt = await limits.guess(origin.address)
  const undoHashes = keyring.digests('e-mail undo', token)
  const found = await db
    .selectFrom('email_change')
    .select(['id', 'account_id', 'old_email', 'changed_at'])
    .where('undo_hash', 'in', undoHashes)
    .executeTakeFirst()
  if (!found) throw stale()
  await attempt.giveBack()
  // Nobody knows this one: the owner sets the next by mail.
  const passcodeHash = await unknownPasscodeHash()
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, found.account_id)
    const undone = await tx
      .updateTable('email_change')
      .set({ undone_at: sql<Date>`now()` })
      .where('account_id', '=', found.account_id)
      .where('id', '>=', found.id)
      .where('undone_at', 'is', null)
      .where('undo_until', '>', sql<Date>`now()`)
      .returning('id')
      .execute()
    if (!undone.some(({ id }) => id === found.id)) throw stale()
    await changeSecurity(tx, found.account_id, {
      set: {
        email: found.old_email,
        passcode_hash: passcodeHash,
        email_verified_at: null,
        security_hold_until: sql<Date>`greatest(security_hold_until, now() + make_interval(hours => ${EMAIL_HOLD_HOURS}))`,
      },
      activity: 'The change of your e-mail address was undone',
      mail: { kind: 'e-mail restored', facts: {} },
    })
    await dropWhatWasAdded(tx, found)
    await markEmailVerified(tx, found.account_id)
    await endSessions(tx, { accountId: found.account_id }, 'e-mail change undone')
    await recordAuthEvent(tx, { accountId: found.account_id, kind: 'email_change_undone' }, { ...origin, keyring })
  })
}

/** Passkeys, authenticator app and payout address since the change. */
async function dropWhatWasAdded(
  tx: Tx,
  { account_id: accountId, changed_at: changedAt }: { account_id: number; changed_at: Date },
): Promise<void> {
  await tx.deleteFrom('passkey').where('account_id', '=', accountId).where('created_at', '>=', changedAt).execute()
  await sql`
    update account set totp_box = null, totp_enabled_at = null
    where id = ${accountId} and totp_enabled_at >= ${changedAt}`.execute(tx)
  await sql`
    update account set wallet_address = null, wallet_address_since = null
    where id = ${accountId} and wallet_address_since >= ${changedAt}`.execute(tx)
  if (!hasSecondFactor(await findFactors(tx, accountId))) await deleteRecoveryCodes(tx, accountId)
}

const stale = () =>
  new Refusal('invalid_email_link', 'This link has run out or was used before. Your e-mail address stays as it is.', {
    name: 'email_undo_over',
  })
