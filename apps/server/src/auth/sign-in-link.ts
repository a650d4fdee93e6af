import { randomBytes } from 'node:crypto'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Spoken } from '../http/spoken.ts'
import type { LinkMail, LinkMails } from '../mail/deliver.ts'
import { enqueueMailToAddress } from '../mail/outbox.ts'
import { signInLinkMail } from '../mail/templates.ts'
import { recordAuthEvent, type Origin } from '../members/auth-events.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { AuthContext } from './context.ts'
import { deviceFor } from './devices.ts'

const LINK_MINUTES = 30

/** The same answer after the same work, whether the address is known or not: the worker looks it up later. */
export async function requestSignInLink(
  { db, limits }: AuthContext,
  { email, address, spoken }: LinkRequest,
): Promise<void> {
  await limits.linkRequest(address)
  const asked = { email: email.trim(), language: spoken.chosen ?? spoken.accepted }
  await db.transaction().execute((tx) => enqueueMailToAddress(tx, 'sign-in link', asked))
}

type LinkRequest = { email: string; address: string; spoken: Spoken }

type MailContext = { db: Database; keyring: Keyring; publicUrl: string }

/**
 * The worker's part. Only to verified addresses: whoever has another gets in by resetting the passcode. While a link is
 * valid, further requests send nothing and leave it valid.
 */
export const signInLinkMails = ({ db, keyring, publicUrl }: MailContext): LinkMails['sign-in link'] => ({
  isWanted: async ({ id, account }) => account.isVerified && !(await hasOtherLink(db, id, account.id)),
  async compose({ id, account }: LinkMail<'sign-in link'>) {
    const token = randomBytes(32).toString('base64url')
    // An address that is being changed gets none.
    const { rows } = await sql`
      insert into sign_in_link (account_id, token_hash, mail_id, expires_at)
      select id, ${keyring.digest('sign-in link', token)}, ${id}, now() + make_interval(mins => ${LINK_MINUTES})
      from account where id = ${account.id} and email = ${account.email} and role <> 'former' for no key update
      on conflict (account_id) do update
        set token_hash = excluded.token_hash, mail_id = excluded.mail_id, expires_at = excluded.expires_at
        where sign_in_link.mail_id = excluded.mail_id or sign_in_link.expires_at <= now()
      returning account_id`.execute(db)
    if (rows.length === 0) return undefined
    const link = `${publicUrl}/signin-link#${token}`
    return signInLinkMail({
      to: account.email,
      name: account.name,
      language: account.language,
      link,
      minutes: LINK_MINUTES,
    })
  },
})

/** A valid link of another mail: one of this mail was never received, and is replaced. */
async function hasOtherLink(db: Database, mailId: string, accountId: number): Promise<boolean> {
  const other = await db
    .selectFrom('sign_in_link')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('mail_id', '<>', mailId)
    .executeTakeFirst()
  return other !== undefined
}

/**
 * Single use. The link vouches for the browser and not for the person: with the device cookie, key, passcode and second
 * factor are asked for as always, but strangers' guesses do not count. So a mailbox alone opens no account.
 */
export async function openSignInLink(
  { db, keyring, limits }: AuthContext,
  token: string,
  origin: Origin,
): Promise<{ deviceCookie: string }> {
  const attempt = await limits.guess(origin.address)
  const owner = await db.transaction().execute(async (tx) => {
    const link = await tx
      .deleteFrom('sign_in_link')
      .where('token_hash', 'in', keyring.digests('sign-in link', token))
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('account_id as accountId')
      .executeTakeFirst()
    if (!link)
      throw new Refusal('invalid_sign_in_link', 'This link has run out or was used before. Please ask for a new one.')
    await recordAuthEvent(tx, { ...link, kind: 'sign_in_link_used' }, { ...origin, keyring })
    return tx
      .selectFrom('account')
      .select(['key_box', 'passcode_hash'])
      .where('id', '=', link.accountId)
      .executeTakeFirstOrThrow()
  })
  await attempt.giveBack()
  return { deviceCookie: deviceFor(keyring, owner) }
}
