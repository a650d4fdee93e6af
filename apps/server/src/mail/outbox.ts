import type { MailClass } from '@trefoil/core/identity/mail-allowance'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** Every kind of mail, and the facts in it. No secrets: facts are stored in the clear. */
export type MailFacts = {
  withdrawal: WithdrawalFacts
  'new address': { address: string }
  'passcode changed': NoFacts
  'new device': { device: string; address: string | null }
  'two-factor on': NoFacts
  'two-factor off': NoFacts
  'wrong codes': NoFacts
  'passkey added': NoFacts
  'passkey removed': NoFacts
  'passkey copied': NoFacts
  'e-mail restored': NoFacts
  'forgotten passcode': { email: string }
  'sign-in link': { email: string }
  'verify e-mail': NoFacts
  /** `verified`: the address that it is sent to, the old one. */
  'e-mail changed': { change: number; verified: boolean }
  'withdrawal waits': { amount: string; reference: string; waits_for: string }
  'proposal waits': { summary: string; by: number; id: number }
  'recovery waits': { why: string }
  'reserves waits': { trouble: string }
  alarm: { sentence: string }
}
type NoFacts = Record<string, never>

/** `state` is the new state. */
export type WithdrawalFacts = {
  state: string
  amount: string
  address: string
  reference: string
  decision: string | null
}

export type MailKind = keyof MailFacts
export type OperatorsMailKind = Extract<MailKind, `${string} waits` | 'alarm'>
/** Their link or code is made when they are sent. */
export type LinkMailKind = (typeof LINK_MAILS)[number]
export type OwnersMailKind = Exclude<MailKind, OperatorsMailKind | LinkMailKind>

export const OPERATORS_MAILS: readonly OperatorsMailKind[] = [
  'withdrawal waits',
  'proposal waits',
  'recovery waits',
  'reserves waits',
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

/** To the owner of an account, in the transaction of the change: no commit, no mail. */
export const enqueueMail = (tx: Tx, accountId: number, mail: OwnersMail | OldAddressMail): Promise<void> =>
  enqueueMails(tx, [{ accountId, ...mail }])

export async function enqueueMails(
  tx: Tx,
  mails: readonly ((OwnersMail | OldAddressMail) & { accountId: number })[],
): Promise<void> {
  if (mails.length === 0) return
  await tx
    .insertInto('mail_outbox')
    .values(
      mails.map(({ accountId, kind, facts, ...mail }) => ({
        account_id: accountId,
        kind,
        facts: JSON.stringify(facts),
        recipient: 'recipient' in mail ? mail.recipient : null,
      })),
    )
    .execute()
}

/** One row per operator, so that an undeliverable one does not affect the others. */
export async function enqueueMailToOperators(tx: Tx, { kind, facts }: OperatorsMail): Promise<void> {
  await sql`
    insert into mail_outbox (account_id, kind, facts)
    select id, ${kind}, ${JSON.stringify(facts)}::jsonb from account where role = 'operator'`.execute(tx)
}

/**
 * To the owner of the address, if there is one. That is looked up later, where nobody can measure how long it takes.
 */
export async function enqueueMailToAddress(tx: Tx, kind: AskedMailKind, email: string): Promise<void> {
  const facts: MailFacts[AskedMailKind] = { email }
  await tx
    .insertInto('mail_outbox')
    .values({ account_id: null, kind, facts: JSON.stringify(facts) })
    .execute()
}

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

/** A withdrawal's facts in SQL, for statements that change many withdrawals and queue a mail for each. */
export const WITHDRAWAL_FACTS = `jsonb_build_object('state', state, 'amount', amount::text, 'address', address,
  'reference', reference, 'decision', decision)`
