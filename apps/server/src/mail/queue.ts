import { SOURCE_LANGUAGE, type Language } from '@trefoil/core/language/languages'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { FACTS_NOW } from './facts-now.ts'
import { OPERATORS_MAILS } from './outbox.ts'

/** So few that even if each mail takes as long as it may, they are done before the lease ends. */
const ACCOUNTS_MAX = 15
const LEASE_MINUTES = 15
/** These are merged. */
const NOTICES_MAX = 500

const FIRST_RETRY_SECONDS = 5
const RETRY_HOURS_MAX = 6
const GIVE_UP_DAYS = 3
/** A mail that waited long for something else is not given up at its first failure. */
const GIVE_UP_ATTEMPTS = 9
const LATE_MINUTES = 90
const ERROR_LENGTH_MAX = 500

export type Row = {
  id: string
  /** Of a forgotten passcode, whose address it is; null if nobody's. */
  owner: number | null
  kind: string
  facts: Record<string, unknown>
  attempts: number
  created_at: Date
  /** So late that a link which somebody asked for would surprise its recipient. */
  late: boolean
  /** If not the owner's address. */
  recipient: string | null
  name: string | null
  email: string | null
  /** The owner's address. */
  verified: boolean
  role: string | null
  /** What the owner chose; until then, that of the browser which asked for the mail, or was last used to sign in. */
  language: Language
}

/** A row as it was taken. If another worker takes it later, `attempts` is higher. */
export type Taken = Pick<Row, 'id' | 'attempts'>

const DUE = sql`state in ('queued', 'failed') and next_at <= now()`

/** The lease keeps other workers away without a lock, however slow the mail server is. */
export async function takeOwnersMails(db: Database): Promise<{ rows: Row[]; more: boolean }> {
  const notOperators = sql`kind <> all(${OPERATORS_MAILS})`
  const rows = await take(
    db,
    sql`first as (
      select id, account_id from mail_outbox where ${DUE} and ${notOperators}
      order by next_at, id limit ${ACCOUNTS_MAX} for update skip locked
    ), others as (
      -- All of an account's notices, because those above its limit are sent as one.
      select id from mail_outbox where ${DUE} and ${notOperators} and account_id in (select account_id from first)
      order by id limit ${NOTICES_MAX} for update skip locked
    ), due as (select id from first union select id from others)`,
  )
  return { rows, more: rows.length >= ACCOUNTS_MAX }
}

export async function takeOperatorsMails(db: Database): Promise<{ rows: Row[]; more: boolean }> {
  const rows = await take(
    db,
    sql`due as (
      select id from mail_outbox where ${DUE} and kind = any(${OPERATORS_MAILS})
      order by next_at, id limit ${NOTICES_MAX} for update skip locked
    )`,
  )
  return { rows, more: rows.length === NOTICES_MAX }
}

async function take(db: Database, due: ReturnType<typeof sql>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with ${due}, taken as (
      update mail_outbox m set attempts = attempts + 1, next_at = now() + make_interval(mins => ${LEASE_MINUTES})
      from due where m.id = due.id returning m.*
    )
    select m.id, coalesce(a.language, m.language, a.browser_language, ${SOURCE_LANGUAGE}) as language, a.id as owner, m.kind, ${FACTS_NOW} as facts, m.attempts, m.created_at, m.recipient, a.name, a.email, a.role,
      a.email_verified_at is not null as verified, m.created_at < now() - make_interval(mins => ${LATE_MINUTES}) as late
    from taken m left join account a on a.id = coalesce(m.account_id,
      (select id from account typed where lower(typed.email) = lower(m.facts ->> 'email') and typed.role <> 'former'))
    order by m.id`.execute(db)
  return rows
}

/** Records nothing for a mail that another worker has taken since. */
export const stillOurs = (taken: readonly Taken[]) => sql`
  from unnest(${taken.map(({ id }) => id)}::bigint[], ${taken.map(({ attempts }) => attempts)}::int[]) as t (id, attempts)
  where m.id = t.id and m.attempts = t.attempts and m.state in ('queued', 'failed')`

/** The next worker need not wait for our lease to end. */
export const giveBack = (db: Database, taken: readonly Taken[]) =>
  sql`
    update mail_outbox m set attempts = m.attempts - 1, next_at = now(), recipient_hash = null, handed_at = null
    ${stillOurs(taken)}`.execute(db)

/** Deletes the address that somebody typed: it was needed to find its owner. */
export const noteSent = (db: Database, taken: readonly Taken[]) =>
  sql`
    update mail_outbox m set state = 'sent', tried_at = now(), next_at = null, last_error = null,
      facts = m.facts - 'email'
    ${stillOurs(taken)}`.execute(db)

/** There is nothing to mail any more. Its owner still reads in the inbox what became of it. */
export const noteShownOnly = (db: Database, taken: readonly Taken[]) =>
  sql`
    update mail_outbox m set state = 'inbox', tried_at = now(), next_at = null, last_error = null
    ${stillOurs(taken)}`.execute(db)

/** Deletes the address that a stranger typed. */
export const noteDropped = (db: Database, taken: readonly Taken[]) =>
  sql`
    update mail_outbox m set state = 'dropped', tried_at = now(), next_at = null, last_error = null, facts = '{}',
      recipient_hash = null, handed_at = null
    ${stillOurs(taken)}`.execute(db)

/** Waits four times as long after each failure. */
export async function noteFailure(db: Database, taken: readonly Taken[], error: unknown): Promise<void> {
  const why = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_LENGTH_MAX)
  const isOver = sql`(m.created_at < now() - make_interval(days => ${GIVE_UP_DAYS}) and m.attempts >= ${GIVE_UP_ATTEMPTS})`
  await sql`
    update mail_outbox m set last_error = ${why}, tried_at = now(),
      state = case when ${isOver} then 'undeliverable' else 'failed' end,
      next_at = case when not ${isOver} then now() + least(make_interval(hours => ${RETRY_HOURS_MAX}),
        make_interval(secs => ${FIRST_RETRY_SECONDS} * power(4, least(m.attempts, 10) - 1))) end
    ${stillOurs(taken)}`.execute(db)
}
