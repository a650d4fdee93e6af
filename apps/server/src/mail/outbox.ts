import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** Every kind of mail, and the facts in it. No secrets: facts are stored in the clear. */
export type MailFacts = {
  withdrawal: WithdrawalFacts
  'new address': { address: string }
  'passcode changed': NoFacts
  'new device': { agent: string | null; address: string | null }
  'two-factor on': NoFacts
  'two-factor off': NoFacts
  'wrong codes': NoFacts
  'forgotten passcode': { email: string }
  'withdrawal waits': { amount: string; reference: string; waits_for: string }
  'proposal waits': { summary: string; by: number; id: number }
  'reserves waits': { trouble: string }
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
export type OperatorsMailKind = Extract<MailKind, `${string} waits`>
export type OwnersMailKind = Exclude<MailKind, OperatorsMailKind | 'forgotten passcode'>

export const OPERATORS_MAILS: readonly OperatorsMailKind[] = ['withdrawal waits', 'proposal waits', 'reserves waits']

type MailOf<Kind extends MailKind> = { [K in Kind]: { kind: K; facts: MailFacts[K] } }[Kind]
export type OwnersMail = MailOf<OwnersMailKind>
export type OperatorsMail = MailOf<OperatorsMailKind>

/** To the owner of an account, in the transaction of the change: no commit, no mail. */
export const enqueueMail = (tx: Tx, accountId: number, mail: OwnersMail): Promise<void> =>
  enqueueMails(tx, [{ accountId, ...mail }])

export async function enqueueMails(tx: Tx, mails: readonly (OwnersMail & { accountId: number })[]): Promise<void> {
  if (mails.length === 0) return
  await tx
    .insertInto('mail_outbox')
    .values(mails.map(({ accountId, kind, facts }) => ({ account_id: accountId, kind, facts: JSON.stringify(facts) })))
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
export async function enqueueMailToAddress(tx: Tx, email: string): Promise<void> {
  const facts: MailFacts['forgotten passcode'] = { email }
  await tx
    .insertInto('mail_outbox')
    .values({ account_id: null, kind: 'forgotten passcode', facts: JSON.stringify(facts) })
    .execute()
}

/** A withdrawal's facts in SQL, for statements that change many withdrawals and queue a mail for each. */
export const WITHDRAWAL_FACTS = `jsonb_build_object('state', state, 'amount', amount::text, 'address', address,
  'reference', reference, 'decision', decision)`
