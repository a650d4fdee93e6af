import { show, usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'
import {
  newAddressMail,
  newDeviceMail,
  operatorsMail,
  passcodeChangedMail,
  twoFactorMail,
  withdrawalMail,
  wrongCodesMail,
  type WithdrawalStep,
} from '../mail/templates.ts'
import { readSwitches } from './switches.ts'

type Context = { db: Database; mailer: Mailer; publicUrl: string; log: Logger }

const AT_ONCE_MAX = 50
const ATTEMPTS_MAX = 8

type Facts = Record<string, string | null>
type Notice = { id: string; kind: string; facts: Facts; attempts: number; name: string | null; email: string | null }

/**
 * Sends what was written down together with what happened. A mail that left and was not noted, because we ended just
 * then, leaves once more: better twice than never. True if there may be more.
 */
export async function sendNotices(context: Context): Promise<boolean> {
  const notices = await takeNotices(context.db)
  for (const notice of notices.filter(({ email }) => email !== null))
    await settle(context, [notice], () => sendTo(context, notice))
  const shared = notices.filter(({ email }) => email === null)
  if (shared.length > 0) await settle(context, shared, () => notifyOperators(context, shared))
  return notices.length === AT_ONCE_MAX
}

/** Nobody else takes them for a while, which grows with each failure; nothing is locked while a mail server thinks. */
async function takeNotices(db: Database): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    with due as (
      select id from notice where next_at <= now() order by id limit ${AT_ONCE_MAX} for update skip locked
    ), taken as (
      update notice set attempts = attempts + 1, next_at = now() + make_interval(mins => (2 ^ attempts)::int)
      from due where notice.id = due.id returning notice.*
    )
    select n.id, n.kind, n.facts, n.attempts, a.name, a.email from taken n left join account a on a.id = n.account_id
    order by n.id`.execute(db)
  return rows
}

async function settle({ db, log }: Context, notices: Notice[], send: () => Promise<void>): Promise<void> {
  const ids = notices.map(({ id }) => id)
  try {
    await send()
    await sql`delete from notice where id = any(${ids}::bigint[])`.execute(db)
  } catch (error) {
    log.warn({ err: error, kind: notices[0]?.kind }, 'a mail could not be sent')
    await sql`delete from notice where id = any(${ids}::bigint[]) and attempts >= ${ATTEMPTS_MAX}`.execute(db)
  }
}

async function sendTo({ mailer, publicUrl }: Context, { kind, facts, name, email }: Notice): Promise<void> {
  const compose = NOTICES.get(kind)
  if (compose) await mailer.send(compose({ to: email ?? '', name: name ?? '', publicUrl }, facts))
}

type Recipient = { to: string; name: string; publicUrl: string }

const settingsOf = (publicUrl: string): string => `${publicUrl}/dashboard/setting`

/** What the owner of an account is told, by kind. */
export const NOTICES = new Map<string, (recipient: Recipient, facts: Facts) => Mail>([
  [
    'withdrawal',
    ({ publicUrl, ...person }, facts) =>
      withdrawalMail({
        ...person,
        step: facts['state'] as WithdrawalStep,
        amount: amountIn(facts),
        address: facts['address'] ?? '',
        reason: facts['decision'] ?? null,
        link: `${publicUrl}/dashboard/withdraw`,
      }),
  ],
  [
    'new address',
    ({ publicUrl, ...person }, facts) =>
      newAddressMail({ ...person, address: facts['address'] ?? '', link: settingsOf(publicUrl) }),
  ],
  [
    'passcode changed',
    ({ publicUrl, ...person }) => passcodeChangedMail({ ...person, link: `${publicUrl}/forgot-password` }),
  ],
  [
    'new device',
    ({ publicUrl, ...person }, facts) =>
      newDeviceMail({
        ...person,
        agent: facts['agent'] ?? 'an unknown browser',
        address: facts['address'] ?? 'an unknown address',
        link: settingsOf(publicUrl),
      }),
  ],
  [
    'two-factor on',
    ({ publicUrl, ...person }) => twoFactorMail({ ...person, isOn: true, link: settingsOf(publicUrl) }),
  ],
  [
    'two-factor off',
    ({ publicUrl, ...person }) => twoFactorMail({ ...person, isOn: false, link: settingsOf(publicUrl) }),
  ],
  ['wrong codes', ({ publicUrl, ...person }) => wrongCodesMail({ ...person, link: settingsOf(publicUrl) })],
])

const amountIn = (facts: Facts): string => show(usd(BigInt(facts['amount'] ?? 0)))

/** One mail for all that waits, to each operator. */
async function notifyOperators({ db, mailer, publicUrl }: Context, notices: Notice[]): Promise<void> {
  const { mailOperators } = await readSwitches(db)
  if (!mailOperators) return
  const lines = notices.map(({ kind, facts }) =>
    kind === 'proposal waits'
      ? `Waits for a second person: ${facts['summary'] ?? ''}`
      : `A withdrawal of ${amountIn(facts)} waits (${facts['waits_for'] ?? ''}): ${facts['reference'] ?? ''}`,
  )
  const operators = await db.selectFrom('account').select(['name', 'email']).where('role', '=', 'operator').execute()
  for (const { name, email } of operators)
    await mailer.send(operatorsMail({ to: email, name, lines, link: `${publicUrl}/operator` }))
}
