import { show, usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Tx } from '../db/database.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'
import {
  newAddressMail,
  newDeviceMail,
  operatorsMail,
  passcodeChangedMail,
  withdrawalMail,
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
  const { db } = context
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Notice>`
      select n.id, n.kind, n.facts, n.attempts, a.name, a.email from notice n left join account a on a.id = n.account_id
      where n.next_at <= now() order by n.id limit ${AT_ONCE_MAX} for update of n skip locked`.execute(tx)
    const personal = rows.filter(({ email }) => email !== null)
    for (const notice of personal) await settle(tx, [notice], () => sendTo(context, notice), context.log)
    const shared = rows.filter(({ email }) => email === null)
    if (shared.length > 0) await settle(tx, shared, () => tellOperators(context, tx, shared), context.log)
    return rows.length === AT_ONCE_MAX
  })
}

async function settle(tx: Tx, notices: Notice[], send: () => Promise<void>, log: Logger): Promise<void> {
  const ids = notices.map(({ id }) => id)
  try {
    await send()
    await sql`delete from notice where id = any(${ids}::bigint[])`.execute(tx)
  } catch (error) {
    log.warn({ err: error, kind: notices[0]?.kind }, 'a mail could not be sent')
    await sql`delete from notice where id = any(${ids}::bigint[]) and attempts >= ${ATTEMPTS_MAX}`.execute(tx)
    await sql`
      update notice set attempts = attempts + 1, next_at = now() + make_interval(secs => 30 * 2 ^ attempts)
      where id = any(${ids}::bigint[])`.execute(tx)
  }
}

async function sendTo({ mailer, publicUrl }: Context, { kind, facts, name, email }: Notice): Promise<void> {
  const mail = composeFor({ to: email ?? '', name: name ?? '', publicUrl }, kind, facts)
  if (mail) await mailer.send(mail)
}

function composeFor(
  { to, name, publicUrl }: { to: string; name: string; publicUrl: string },
  kind: string,
  facts: Facts,
): Mail | undefined {
  switch (kind) {
    case 'withdrawal':
      return withdrawalMail({
        to,
        name,
        step: facts['state'] as WithdrawalStep,
        amount: amountIn(facts),
        address: facts['address'] ?? '',
        reason: facts['decision'] ?? null,
        link: `${publicUrl}/dashboard/withdraw`,
      })
    case 'new address':
      return newAddressMail({ to, name, address: facts['address'] ?? '', link: `${publicUrl}/dashboard/settings` })
    case 'passcode changed':
      return passcodeChangedMail({ to, name, link: `${publicUrl}/forgot-password` })
    case 'new device':
      return newDeviceMail({
        to,
        name,
        agent: facts['agent'] ?? 'an unknown browser',
        address: facts['address'] ?? 'an unknown address',
        link: `${publicUrl}/dashboard/settings`,
      })
    default:
      return undefined
  }
}

const amountIn = (facts: Facts): string => show(usd(BigInt(facts['amount'] ?? 0)))

/** One mail for all that waits, to each operator. */
async function tellOperators({ mailer, publicUrl }: Context, tx: Tx, notices: Notice[]): Promise<void> {
  const { mailOperators } = await readSwitches(tx)
  if (!mailOperators) return
  const lines = notices.map(({ kind, facts }) =>
    kind === 'proposal waits'
      ? `Waits for a second person: ${facts['summary'] ?? ''}`
      : `A withdrawal of ${amountIn(facts)} waits (${facts['waits_for'] ?? ''}): ${facts['reference'] ?? ''}`,
  )
  const operators = await tx.selectFrom('account').select(['name', 'email']).where('role', '=', 'operator').execute()
  for (const { name, email } of operators)
    await mailer.send(operatorsMail({ to: email, name, lines, link: `${publicUrl}/operator` }))
}
