import { randomBytes } from 'node:crypto'
import { resetLinkMinutes } from '@trefoil/core/identity/mail-allowance'
import { sql } from 'kysely'
import type { Database, Reader } from '../db/database.ts'
import type { LinkMail, LinkMails } from '../mail/deliver.ts'
import { resetMail } from '../mail/templates.ts'
import { recordAuthEvent } from '../members/auth-events.ts'
import type { Keyring } from '../secrets/keyring.ts'

type ResetMail = LinkMail<'forgotten passcode'>
type MailContext = { db: Database; keyring: Keyring; publicUrl: string }

/**
 * The worker's part. It makes the token, so that no token is stored in the clear. While a link is valid, further
 * requests send nothing and leave it valid: a stranger's requests neither end the owner's link nor use up their mails.
 */
export const resetPasscodeLink = ({ db, keyring, publicUrl }: MailContext): LinkMails['forgotten passcode'] => ({
  isWanted: async (mail) => !(await hasOtherLink(db, mail)),
  compose: (mail) =>
    db.transaction().execute(async (tx) => {
      const { account } = mail
      const minutes = resetLinkMinutes(account.isVerified ? 'verified' : 'unverified')
      // One link at a time, and none for a passcode or an address that is being changed.
      const { rows } = await sql`
        select from account where id = ${account.id} and email = ${account.email} for no key update`.execute(tx)
      if (rows.length === 0 || (await hasOtherLink(tx, mail))) return undefined
      const token = randomBytes(32).toString('base64url')
      const replaced = await tx
        .deleteFrom('reset_token')
        .where('account_id', '=', account.id)
        .returning('mail_id')
        .execute()
      await tx
        .insertInto('reset_token')
        .values({
          token_hash: keyring.digest('reset token', token),
          account_id: account.id,
          expires_at: sql`now() + make_interval(mins => ${minutes})`,
          used_at: null,
          mail_id: mail.id,
        })
        .execute()
      // Once, however often the mail has to be sent.
      if (!replaced.some(({ mail_id: of }) => of === mail.id))
        await recordAuthEvent(tx, { accountId: account.id, kind: 'reset_requested' })
      const link = `${publicUrl}/reset-password/${token}`
      return resetMail({ to: account.email, name: account.name, language: account.language, link, minutes })
    }),
})

/** A valid link of another mail: one of this mail was never received, and is replaced. */
async function hasOtherLink(db: Reader, { id, account }: ResetMail): Promise<boolean> {
  const other = await db
    .selectFrom('reset_token')
    .select('account_id')
    .where('account_id', '=', account.id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('mail_id', 'is distinct from', id)
    .executeTakeFirst()
  return other !== undefined
}
