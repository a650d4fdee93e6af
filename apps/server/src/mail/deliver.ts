import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { composeForOperator, OWNERS_MAILS, type Recipient } from './compose.ts'
import type { Mail, Mailer } from './mailer.ts'
import { OPERATORS_MAILS, type MailFacts, type OperatorsMail, type OwnersMailKind } from './outbox.ts'

export type DeliveryContext = {
  db: Database
  mailer: Mailer
  publicUrl: string
  log: Logger
  /** `undefined`: the address is unknown, or got too many mails. */
  composeReset: (facts: MailFacts['forgotten passcode'], attempt: { isFirst: boolean }) => Promise<Mail | undefined>
}

const CONNECTIONS_MAX = 5
/** So few that even one after another, each at its time-out, they are done before the lease ends. */
const OWNERS_MAILS_MAX = 20
const LEASE_MINUTES = 15
/** These are merged into one mail. */
const OPERATORS_MAILS_MAX = 500

const FIRST_RETRY_SECONDS = 5
const RETRY_HOURS_MAX = 6
const GIVE_UP_DAYS = 3
const RESET_LATE_MINUTES = 60
const ERROR_LENGTH_MAX = 500

type Row = {
  id: string
  account_id: number | null
  kind: string
  facts: unknown
  attempts: number
  /** So late that a reset link would surprise its recipient, and invalidate a newer one. */
  late: boolean
  name: string | null
  email: string | null
  role: string | null
}

/** A row as it was taken. If another worker takes it later, `attempts` is higher. */
type Taken = Pick<Row, 'id' | 'attempts'>

/** What is sent as one mail. */
type Parcel = { taken: Taken[]; kind: string; compose: () => Promise<Mail | undefined> }

/**
 * Sends what is due. If the process dies between sending and recording, the mail is sent again: better twice than
 * never. True if there may be more.
 */
export async function deliverMails(context: DeliveryContext, isOver = () => false): Promise<boolean> {
  const owners = await takeDue(context.db, sql`kind <> all(${OPERATORS_MAILS})`, OWNERS_MAILS_MAX)
  const operators = await takeDue(context.db, sql`kind = any(${OPERATORS_MAILS})`, OPERATORS_MAILS_MAX)
  // In order per person, and without waiting for another person's slow mail server.
  const lanes = [
    ...byAccount(owners).map((rows) => rows.map((row) => parcelFor(context, row))),
    ...byAccount(operators).map((rows) => [operatorsParcel(context, rows)]),
  ]
  const waiting = lanes.values()
  const untried: Taken[] = []
  const work = async () => {
    for (const lane of waiting)
      for (const parcel of lane) {
        if (isOver()) untried.push(...parcel.taken)
        else await deliver(context, parcel)
      }
  }
  await Promise.all(Array.from({ length: CONNECTIONS_MAX }, work))
  if (untried.length > 0) await giveBack(context.db, untried)
  return owners.length === OWNERS_MAILS_MAX || operators.length === OPERATORS_MAILS_MAX
}

/** The lease keeps other workers away without a lock, however slow the mail server is. */
async function takeDue(db: Database, which: ReturnType<typeof sql>, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with due as (
      select id from mail_outbox where state in ('queued', 'failed') and next_at <= now() and ${which}
      order by next_at, id limit ${limit} for update skip locked
    ), taken as (
      update mail_outbox m set attempts = attempts + 1, next_at = now() + make_interval(mins => ${LEASE_MINUTES})
      from due where m.id = due.id returning m.*
    )
    select m.id, m.account_id, m.kind, m.facts, m.attempts, a.name, a.email, a.role,
      m.created_at < now() - make_interval(mins => ${RESET_LATE_MINUTES}) as late
    from taken m left join account a on a.id = m.account_id order by m.id`.execute(db)
  return rows
}

/** The next worker need not wait for our lease to end. */
const giveBack = (db: Database, taken: Taken[]) =>
  sql`
    update mail_outbox m set attempts = m.attempts - 1, next_at = now() ${stillOurs(taken)}`.execute(db)

/** Records nothing for a mail that another worker has taken since. */
const stillOurs = (taken: readonly Taken[]) => sql`
  from unnest(${taken.map(({ id }) => id)}::bigint[], ${taken.map(({ attempts }) => attempts)}::int[]) as t (id, attempts)
  where m.id = t.id and m.attempts = t.attempts and m.state in ('queued', 'failed')`

function byAccount(rows: Row[]): Row[][] {
  const lanes = new Map<number | string, Row[]>()
  for (const row of rows) {
    const lane = lanes.get(row.account_id ?? row.id)
    if (lane) lane.push(row)
    else lanes.set(row.account_id ?? row.id, [row])
  }
  return [...lanes.values()]
}

function parcelFor({ publicUrl, composeReset }: DeliveryContext, row: Row): Parcel {
  const { kind, facts, attempts, late } = row
  const compose = async () => {
    if (kind === 'forgotten passcode') {
      if (late) return undefined
      return composeReset(facts as MailFacts['forgotten passcode'], { isFirst: attempts === 1 })
    }
    const write = OWNERS_MAILS[kind as OwnersMailKind] as ((to: Recipient, facts: unknown) => Mail) | undefined
    if (!write) throw new Error(`There is no template for mails of the kind "${kind}"`)
    return write(recipientOf(publicUrl, row), facts)
  }
  return { taken: [row], kind, compose }
}

const operatorsParcel = ({ publicUrl }: DeliveryContext, rows: Row[]): Parcel => ({
  taken: rows,
  kind: 'operators',
  compose: async () =>
    // Former operators get no more of these.
    rows[0]?.role === 'operator'
      ? composeForOperator(recipientOf(publicUrl, rows[0]), rows as unknown as OperatorsMail[])
      : undefined,
})

const recipientOf = (publicUrl: string, row: Row | undefined): Recipient => ({
  to: row?.email ?? '',
  name: row?.name ?? '',
  publicUrl,
})

async function deliver({ db, mailer, log }: DeliveryContext, { taken, kind, compose }: Parcel): Promise<void> {
  let isSent: boolean
  try {
    const mail = await compose()
    if (mail) await mailer.send(mail)
    isSent = mail !== undefined
  } catch (error) {
    log.warn({ err: error, kind }, 'a mail could not be sent and is tried again')
    await noteFailure(db, taken, error)
    return
  }
  await (isSent ? noteSent(db, taken) : noteDropped(db, taken))
}

const noteSent = (db: Database, taken: Taken[]) =>
  sql`
    update mail_outbox m set state = 'sent', tried_at = now(), next_at = null, last_error = null
    ${stillOurs(taken)}`.execute(db)

/** Deletes the address that a stranger typed. */
const noteDropped = (db: Database, taken: Taken[]) =>
  sql`
    update mail_outbox m set state = 'dropped', tried_at = now(), next_at = null, last_error = null, facts = '{}'
    ${stillOurs(taken)}`.execute(db)

/** Waits four times as long after each failure. */
async function noteFailure(db: Database, taken: Taken[], error: unknown): Promise<void> {
  const why = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_LENGTH_MAX)
  const isOver = sql`m.created_at < now() - make_interval(days => ${GIVE_UP_DAYS})`
  await sql`
    update mail_outbox m set last_error = ${why}, tried_at = now(),
      state = case when ${isOver} then 'undeliverable' else 'failed' end,
      next_at = case when not ${isOver} then now() + least(make_interval(hours => ${RETRY_HOURS_MAX}),
        make_interval(secs => ${FIRST_RETRY_SECONDS} * power(4, least(m.attempts, 10) - 1))) end
    ${stillOurs(taken)}`.execute(db)
}
