import { randomBytes } from 'node:crypto'
import type { SecondFactor } from '@trefoil/contract/shapes'
import { EMAIL_HOLD_HOURS } from '@trefoil/core/identity/security-hold'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import { violates } from '../db/violations.ts'
import type { Caller } from '../http/guard.ts'
import type { LinkMails } from '../mail/deliver.ts'
import { dropWaitingVerification, enqueueMail, keepMailsForOldAddress } from '../mail/outbox.ts'
import { emailChangedMail } from '../mail/templates.ts'
import { emailTaken } from '../members/accounts.ts'
import { recordAuthEvent, type Origin } from '../members/auth-events.ts'
import { changeSecurity } from '../members/change-security.ts'
import { endSessions } from '../members/end-sessions.ts'
import { demandSecondFactor } from '../members/second-factor.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { confirmPasscode } from './confirm-passcode.ts'
import type { AuthContext } from './context.ts'
import { lockCaller } from './lock-caller.ts'

export type EmailChange = { email: string; password: string; code?: SecondFactor | undefined }

/**
 * Takes effect at once; the new address has to be verified. The old one can undo it, and no money leaves as long as it
 * can.
 */
export async function changeEmail(
  context: AuthContext,
  { accountId, sessionId }: Caller,
  { origin, ...change }: EmailChange & { origin: Origin },
): Promise<void> {
  const { db, limits } = context
  await confirmPasscode(context, accountId, change.password)
  await demandSecondFactor(context, { accountId, sessionId }, change.code, { origin })
  // The answer reveals whether somebody has the address.
  const guess = await limits.guess(origin.address)
  await limits.emailChange(accountId)
  try {
    await db.transaction().execute(async (tx) => {
      await lockCaller(tx, { accountId, sessionId })
      await saveEmail(tx, accountId, change.email.trim())
      await endSessions(tx, { accountId, except: sessionId }, 'e-mail changed')
      await recordAuthEvent(tx, { accountId, kind: 'email_changed' }, { ...origin, keyring: context.keyring })
    })
  } catch (error) {
    if (violates(error, 'email_taken')) throw emailTaken()
    throw error
  }
  await guess.giveBack()
}

async function saveEmail(tx: Tx, accountId: number, email: string): Promise<void> {
  const old = await tx
    .selectFrom('account')
    .select(['email', 'email_verified_at'])
    .select(sql<boolean>`coalesce(email_grace_until > now(), false)`.as('grace'))
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (old.email.toLowerCase() === email.toLowerCase())
    throw new Refusal('invalid_request', 'This is already your e-mail address.', { name: 'email_same' })
  const isVerified = old.email_verified_at !== null
  // Whoever registered an address that they never proved has nothing to take back.
  const isTold = isVerified || old.grace
  const change = isTold ? await insertChange(tx, accountId, old.email) : undefined
  if (isTold) await keepMailsForOldAddress(tx, accountId, old.email)
  await changeSecurity(tx, accountId, {
    set: {
      email,
      email_verified_at: null,
      email_grace_until: null,
      security_hold_until: sql<Date>`greatest(security_hold_until, now() + make_interval(hours => ${EMAIL_HOLD_HOURS}))`,
    },
    activity: 'Your e-mail address was changed',
    mail: change && {
      kind: 'e-mail changed',
      facts: { change: change.id, verified: isVerified },
      recipient: old.email,
    },
  })
  await tx.deleteFrom('email_verification').where('account_id', '=', accountId).execute()
  await dropWaitingVerification(tx, accountId)
  await enqueueMail(tx, accountId, { kind: 'verify e-mail', facts: {} })
}

const insertChange = (tx: Tx, accountId: number, oldEmail: string) =>
  tx
    .insertInto('email_change')
    .values({
      account_id: accountId,
      old_email: oldEmail,
      undo_hash: null,
      undo_until: sql<Date>`now() + make_interval(hours => ${EMAIL_HOLD_HOURS})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

type MailContext = { db: Database; keyring: Keyring; publicUrl: string }

/** The worker's part: makes the link with which the old address takes itself back. */
export const emailChangedLink = ({ db, keyring, publicUrl }: MailContext): LinkMails['e-mail changed'] => {
  const isOpen = sql<boolean>`undone_at is null and undo_until > now()`
  return {
    isWanted: async ({ facts }) =>
      (await db
        .selectFrom('email_change')
        .select('id')
        .where('id', '=', facts.change)
        .where(isOpen)
        .executeTakeFirst()) !== undefined,
    async compose({ facts, account: { language } }) {
      const token = randomBytes(32).toString('base64url')
      const change = await db
        .updateTable('email_change')
        .set({ undo_hash: keyring.digest('e-mail undo', token) })
        .where('id', '=', facts.change)
        .where(isOpen)
        .returning('old_email')
        .executeTakeFirst()
      if (!change) return undefined
      const link = `${publicUrl}/undo-email-change#${token}`
      return emailChangedMail({ to: change.old_email, name: '', language, link, hours: EMAIL_HOLD_HOURS })
    },
  }
}
