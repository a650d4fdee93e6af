import type { MailClass } from '@trefoil/core/identity/mail-allowance'
import type { Language } from '@trefoil/core/language/languages'
import { sql } from 'kysely'
import { notifyAccount } from '../db/account-news.ts'
import type { Tx } from '../db/database.ts'
import type { MailFacts, MailKind } from './kinds.ts'
import { topicOf, type InboxKind } from './topics.ts'

export type OperatorsMailKind = Extract<MailKind, `${string} waits` | 'alarm'>
/** Their link or code is made when they are sent. */
export type LinkMailKind = (typeof LINK_MAILS)[number]
export type OwnersMailKind = Exclude<MailKind, OperatorsMailKind | LinkMailKind>

export const OPERATORS_MAILS: readonly OperatorsMailKind[] = [
  'withdrawal waits',
  'proposal waits',
  'recovery waits',
  'reserves waits',
  'case waits',
  'screening waits',
  'alarm',
]

const LINK_MAILS = [
  'forgotten passcode',
  'sign-in link',
  'verify e-mail',
  'e-mail changed',
] as const satisfies MailKind[]

/** Anybody can ask for these, with nothing but the address. */
type AskedMailKind = 'forgotten passcode' | 'sign-in link'

export const isLinkMail = (kind: string): kind is LinkMailKind => (LINK_MAILS as readonly string[]).includes(kind)

export const classOf = (kind: string): MailClass =>
  kind === 'forgotten passcode' ? 'reset' : isLinkMail(kind) ? 'link' : 'notice'

type MailOf<Kind extends MailKind> = { [K in Kind]: { kind: K; facts: MailFacts[K] } }[Kind]
export type OwnersMail = MailOf<OwnersMailKind | 'verify e-mail'>
/** To the address that the account had. */
export type OldAddressMail = MailOf<'e-mail changed'> & { recipient: string }
export type OperatorsMail = MailOf<OperatorsMailKind>

/**
 * To the owner of an account, in the transaction of the change: no commit, no mail. The same row is shown in the inbox,
 * where its kind has a topic; whether it is mailed as well, the owner chose.
 */
export const enqueueMail = (tx: Tx, accountId: number, mail: OwnersMail | OldAddressMail): Promise<void> =>
  enqueueMails(tx, [{ accountId, ...mail }])

export async function enqueueMails(
  tx: Tx,
  mails: readonly ((OwnersMail | OldAddressMail) & { accountId: number })[],
): Promise<void> {
  if (mails.length === 0) return
  await sql`
    with written as (
      insert into mail_outbox (account_id, kind, facts, recipient, state, next_at)
      select a.id, m.kind, m.facts, m.recipient, ${sql.raw(firstState('m.topic'))}
      from unnest(${mails.map(({ accountId }) => accountId)}::int[], ${mails.map(({ kind }) => kind)}::text[],
        ${mails.map(({ facts }) => JSON.stringify(facts))}::jsonb[],
        ${mails.map((mail) => ('recipient' in mail ? mail.recipient : null))}::text[],
        ${mails.map(({ kind }) => topicOf(kind))}::text[]) with ordinality
        as m (account_id, kind, facts, recipient, topic, place)
      join account a on a.id = m.account_id order by m.place returning account_id
    )
    select ${notifyAccount('account_id')} from written`.execute(tx)
}

/** For `state` and `next_at` of a new row of the account `a`. */
export const firstState = (topic: string): string =>
  `case when wants_mail(a, ${topic}) then 'queued' else 'inbox' end, case when wants_mail(a, ${topic}) then now() end`

type Noticed = {
  kind: InboxKind
  /** In SQL. */
  facts: string
  /** Rows with `id` and `member_id`. Those that are not about a member get none. */
  of: string
  /** In SQL, where it is mailed as another topic would be. */
  mailedAs?: string
}

/** In SQL, for statements that change many rows and queue a notice for each. */
export const queueNotices = ({ kind, facts, of, mailedAs = `'${topicOf(kind)}'` }: Noticed): string => `
    insert into mail_outbox (account_id, kind, facts, state, next_at)
    select a.id, '${kind}', ${facts}, ${firstState(mailedAs)}
    from ${of} n join account a on a.id = n.member_id order by n.id`

/** One row per operator, so that an undeliverable one does not affect the others. */
export async function enqueueMailToOperators(tx: Tx, { kind, facts }: OperatorsMail): Promise<void> {
  await sql`
    insert into mail_outbox (account_id, kind, facts)
    select id, ${kind}, ${JSON.stringify(facts)}::jsonb from account where role = 'operator'`.execute(tx)
}

/**
 * To the owner of the address, if there is one. That is looked up later, where nobody can measure how long it takes.
 */
export async function enqueueMailToAddress(tx: Tx, kind: AskedMailKind, { email, language }: Asked): Promise<void> {
  const facts: MailFacts[AskedMailKind] = { email }
  await tx
    .insertInto('mail_outbox')
    .values({ account_id: null, kind, facts: JSON.stringify(facts), language })
    .execute()
}

/** `language`: that of the browser, for an owner who has chosen none. */
type Asked = { email: string; language: Language | null }

/** What waited for the address to be verified leaves now. */
export async function releaseHeldMails(tx: Tx, accountId: number): Promise<void> {
  await sql`
    update mail_outbox set state = 'queued', next_at = now(), last_error = null
    where account_id = ${accountId} and state = 'held'`.execute(tx)
}

/** What waits is about the time before the address changed, so the old one gets it. */
export async function keepMailsForOldAddress(tx: Tx, accountId: number, email: string): Promise<void> {
  await sql`
    update mail_outbox set recipient = ${email} where account_id = ${accountId} and recipient is null
      and state in ('queued', 'failed') and kind <> 'verify e-mail'`.execute(tx)
}

/** Only the newest mail's link works, so an older one that still waits would take the place of a newer one. */
export async function dropWaitingVerification(tx: Tx, accountId: number): Promise<void> {
  await sql`
    update mail_outbox set state = 'dropped', tried_at = now(), next_at = null, last_error = null
    where account_id = ${accountId} and kind = 'verify e-mail' and state in ('queued', 'failed')`.execute(tx)
}

/** A withdrawal's facts in SQL. */
export const WITHDRAWAL_FACTS = `jsonb_build_object('state', state, 'amount', amount::text, 'address', address,
  'reference', reference, 'decision', decision)`

/**
 * That money was asked for is always mailed, like a change of what guards the account: whoever has a session of somebody
 * else's could otherwise turn the mails off first. The later steps are the owner's choice.
 */
export const WITHDRAWAL_MAILED_AS = `case when state = 'requested' then 'security' else 'withdrawals' end`
export const isAlwaysMailed = sql`(kind = 'withdrawal' and facts ->> 'state' = 'requested')`
