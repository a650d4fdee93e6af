import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Database, Reader, Tx } from '../db/database.ts'
import type { LinkMail, LinkMails } from '../mail/deliver.ts'
import { verifyEmailMail } from '../mail/templates.ts'
import { recordAuthEvent, type Origin } from '../members/auth-events.ts'
import { lockAccountAlone } from '../members/lock-account.ts'
import { markEmailVerified } from '../members/verified-email.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { AuthContext } from './context.ts'

const LINK_HOURS = 24
const CODE_MINUTES = 30
/** Then the code is dead, and the right one is refused as well. */
const WRONG_CODES_MAX = 5

type MailContext = { db: Database; keyring: Keyring; publicUrl: string }
type VerificationMail = LinkMail<'verify e-mail'>

/** The worker's part: only the newest mail's link and code work. */
export const verificationMail = ({ db, keyring, publicUrl }: MailContext): LinkMails['verify e-mail'] => ({
  isWanted: ({ account }) => isUnverified(db, account.id),
  async compose({ account }: VerificationMail) {
    const token = randomBytes(32).toString('base64url')
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const { rows } = await sql`
      insert into email_verification (account_id, email, token_hash, code_hash, link_until, code_until)
      select id, email, ${keyring.digest('e-mail link', token)}, ${keyring.digest('e-mail code', codeText(account.id, code))},
        now() + make_interval(hours => ${LINK_HOURS}), now() + make_interval(mins => ${CODE_MINUTES})
      from account where id = ${account.id} and email = ${account.email} and email_verified_at is null
      on conflict (account_id) do update set email = excluded.email, token_hash = excluded.token_hash,
        code_hash = excluded.code_hash, link_until = excluded.link_until, code_until = excluded.code_until, wrong_codes = 0
      returning account_id`.execute(db)
    if (rows.length === 0) return undefined
    const link = `${publicUrl}/verify-email#${token}`
    return verifyEmailMail({
      to: account.email,
      name: '',
      language: account.language,
      link,
      code,
      minutes: CODE_MINUTES,
      hours: LINK_HOURS,
    })
  },
})

const isUnverified = async (db: Reader, accountId: number): Promise<boolean> =>
  (await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst()) !== undefined

/** One waiting mail is enough, however often somebody asks. */
export async function sendVerification({ db }: AuthContext, accountId: number): Promise<void> {
  if (!(await isUnverified(db, accountId))) throw alreadyVerified()
  await sql`
    insert into mail_outbox (account_id, kind)
    select id, 'verify e-mail' from account where id = ${accountId} and not exists (
      select from mail_outbox where account_id = ${accountId} and kind = 'verify e-mail' and state in ('queued', 'failed'))`.execute(
    db,
  )
}

/** By the mailed link, which may be opened in another browser. */
export async function verifyByLink({ db, keyring, limits }: AuthContext, token: string, origin: Origin): Promise<void> {
  const attempt = await limits.guess(origin.address)
  await db.transaction().execute(async (tx) => {
    const tokenHashes = keyring.digests('e-mail link', token)
    const found = await findByLink(tx, tokenHashes)
    if (found) await lockAccountAlone(tx, found.account_id)
    // Asked again: a change of the address meanwhile ends the link.
    const verified = await findByLink(tx, tokenHashes)
    if (!verified)
      throw new Refusal('invalid_email_link', 'This link has run out or was used before. Please ask for a new one.')
    await noteVerified(tx, verified.account_id, { ...origin, keyring })
  })
  await attempt.giveBack()
}

const findByLink = (tx: Tx, tokenHashes: Buffer[]) =>
  tx
    .selectFrom('email_verification')
    .innerJoin('account', (join) =>
      join.onRef('account.id', '=', 'account_id').onRef('account.email', '=', 'email_verification.email'),
    )
    .select('account_id')
    .where('token_hash', 'in', tokenHashes)
    .where('link_until', '>', sql<Date>`now()`)
    .executeTakeFirst()

/** Counted before it is compared, so that parallel guesses cannot slip through. */
export async function verifyByCode(
  { db, keyring, limits }: AuthContext,
  accountId: number,
  { code: typed, origin }: { code: string; origin: Origin },
): Promise<void> {
  if (!(await isUnverified(db, accountId))) throw alreadyVerified()
  const attempt = await limits.code({ accountId, from: 'e-mail' })
  const { rows } = await sql<{ code_hash: Buffer; email: string }>`
    update email_verification set wrong_codes = wrong_codes + 1
    where account_id = ${accountId} and code_until > now() and wrong_codes < ${WRONG_CODES_MAX}
    returning code_hash, email`.execute(db)
  const [found] = rows
  if (!found || !isCode(keyring, found.code_hash, codeText(accountId, tidy(typed)))) throw wrongCode()
  await db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select('email')
      .where('id', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (account.email !== found.email) throw wrongCode()
    await noteVerified(tx, accountId, { ...origin, keyring })
  })
  await attempt.giveBack()
}

async function noteVerified(tx: Tx, accountId: number, origin: Origin & { keyring: Keyring }): Promise<void> {
  if (await markEmailVerified(tx, accountId)) await recordAuthEvent(tx, { accountId, kind: 'email_verified' }, origin)
}

/** Mails that run from right to left have marks around it, which may be copied with it. */
const tidy = (code: string): string => code.replace(/[\s\p{Cf}]/gu, '')

const codeText = (accountId: number, code: string): string => `${accountId}.${code}`

const isCode = (keyring: Keyring, stored: Buffer, text: string): boolean =>
  keyring.digests('e-mail code', text).some((hash) => hash.length === stored.length && timingSafeEqual(hash, stored))

const wrongCode = () =>
  new Refusal('wrong_code', 'This code is not right, or it has run out. After a few wrong ones, ask for a new mail.', {
    name: 'code_by_mail',
  })

const alreadyVerified = () =>
  new Refusal('wrong_state', 'Your e-mail address is already verified.', { name: 'email_verified_already' })
