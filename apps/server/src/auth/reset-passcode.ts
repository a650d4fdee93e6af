import { randomBytes } from 'node:crypto'
import { SECURITY_HOLD_HOURS } from '@trefoil/core/payouts/payout-rule'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Database, Reader } from '../db/database.ts'
import type { Limits } from '../http/limits.ts'
import type { Mail } from '../mail/mailer.ts'
import { enqueueMailToAddress, type MailFacts } from '../mail/outbox.ts'
import { resetMail } from '../mail/templates.ts'
import { changeSecurity } from '../members/change-security.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { hashPasscode } from '../members/passcodes.ts'
import type { AuthContext } from './context.ts'
import { endSessions } from './sessions.ts'

const TOKEN_MINUTES = 20

/** The same answer after the same work, whether the address is known or not: the worker looks it up later. */
export async function requestReset({ db, limits }: AuthContext, email: string, address: string): Promise<void> {
  await limits.resetRequest(address)
  await db.transaction().execute((tx) => enqueueMailToAddress(tx, email.trim()))
}

type MailContext = { db: Database; keyring: Keyring; limits: Limits; publicUrl: string }

/**
 * The worker's part. It makes the token, so that no token is stored in the clear. Each attempt makes a new one, and
 * only the last mail's works. Only the first attempt counts against the limit: the others are not new requests.
 */
export async function composeResetMail(
  { db, keyring, limits, publicUrl }: MailContext,
  { email }: MailFacts['forgotten passcode'],
  { isFirst }: { isFirst: boolean },
): Promise<Mail | undefined> {
  const account = await db
    .selectFrom('account')
    .select(['id', 'name', 'email'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('role', '<>', 'former')
    .executeTakeFirst()
  if (!account || (isFirst && (await mailedTooOften(limits, email)))) return undefined
  const token = randomBytes(32).toString('base64url')
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('reset_token').where('account_id', '=', account.id).execute()
    await tx
      .insertInto('reset_token')
      .values({
        token_hash: keyring.digest('reset token', token),
        account_id: account.id,
        expires_at: sql`now() + make_interval(mins => ${TOKEN_MINUTES})`,
        used_at: null,
      })
      .execute()
  })
  const link = `${publicUrl}/reset-password/${token}`
  return resetMail({ to: account.email, name: account.name, link, minutes: TOKEN_MINUTES })
}

const mailedTooOften = (limits: Limits, email: string): Promise<boolean> =>
  limits.resetMail(email).then(
    () => false,
    (error: unknown) => {
      if (error instanceof Refusal) return true
      throw error
    },
  )

export type Reset = { token: string; password: string; confirm_password: string }

/** Single use. Ends all sessions and holds withdrawals for a day, in case it was not the member. */
export async function resetPasscode(context: AuthContext, reset: Reset, address: string): Promise<void> {
  const { db, keyring, limits } = context
  if (reset.password !== reset.confirm_password) throw new Refusal('passcodes_differ', 'Passcodes do not match')
  const tokenHash = keyring.digest('reset token', reset.token)
  const attempt = await limits.guess(address)
  const owner = await findOwner(db, tokenHash)
  await attempt.giveBack()
  const passcodeHash = await hashPasscode(reset.password, owner.email)
  await db.transaction().execute(async (tx) => {
    const used = await tx
      .updateTable('reset_token')
      .set({ used_at: sql`now()` })
      .where('token_hash', '=', tokenHash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('account_id')
      .executeTakeFirst()
    if (!used) throw staleToken()
    await changeSecurity(tx, used.account_id, {
      set: {
        passcode_hash: passcodeHash,
        passcode_handed_out: false,
        withdrawals_held_until: sql`now() + make_interval(hours => ${SECURITY_HOLD_HOURS})`,
      },
      activity: 'Your passcode was reset by mail',
      mail: { kind: 'passcode changed', facts: {} },
    })
    await endSessions(tx, { accountId: used.account_id }, 'passcode reset')
  })
}

async function findOwner(db: Reader, tokenHash: Buffer): Promise<{ email: string }> {
  const owner = await db
    .selectFrom('reset_token')
    .innerJoin('account', 'account.id', 'reset_token.account_id')
    .select('account.email')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!owner) throw staleToken()
  return owner
}

const staleToken = () =>
  new Refusal('invalid_reset_token', 'This link has run out or was used before. Please ask for a new one.')
